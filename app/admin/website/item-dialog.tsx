import { type ChangeEvent, useRef, useState } from 'react'
import { toast } from 'sonner'

import { api } from '../../../contract/api.ts'
import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { collections, type CollectionName } from '../../../contract/content/collections.ts'
import { fieldsOf, type AnyFields, type ItemName } from '../../../contract/content/items.ts'
import { fieldMessages } from '../../../contract/first-messages.ts'
import { ApiError } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FieldGroup, TextField } from '../../forms/fields.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/field.tsx'
import { CancelFooter } from '../editing/form-footer.tsx'
import { EditDialog } from '../editing/edit-dialog.tsx'
import { focusInvalid } from '../editing/first-invalid.ts'
import { type Existing, useEditor } from '../editing/use-editor.ts'
import { ItemFields } from './item-fields.tsx'
import { formSchema, labelsOf, toInputs, toRecord, wordsIn } from './item-values.ts'

/** The step after the draft has been saved. 'publish' publishes at once, 'schedule' asks for times. */
export type NextStep = 'close' | 'preview' | 'publish' | 'schedule'

interface ItemDialogProps {
  collection: CollectionName
  /** The item to edit; null creates a new one. */
  item: AnyContentItem | null
  /** True after the user has tried to publish an incomplete draft. */
  isBlocked: boolean
  onClose: () => void
  onNext: (step: NextStep, item: AnyContentItem) => void
}

/** The form of an item's draft. A draft may be incomplete; problems stand beside their fields. */
export function ItemDialog({ collection, item, isBlocked, onClose, onNext }: ItemDialogProps) {
  const { label, one } = collections[collection]
  const name: ItemName = item ?? { collection, slug: '' }
  const labels = { slug: 'Web address', ...labelsOf(name) }
  const next = useRef<NextStep>('close')
  const saved = useRef(item)
  const [schema] = useState(() => formSchema(name, item === null))
  const { problems, markEdited } = useProblems(item)
  const editor = useEditor({
    schema,
    record: item && toRecord(item),
    save: async (answers, read) => {
      saved.current = await saveItem(collection, answers, read)
      return toRecord(saved.current)
    },
    failed: `Failed to save the ${one}`,
    onSaved: () => {
      // A toast would cover the buttons of the next dialog.
      if (next.current === 'close') toast.success('Draft saved')
      if (saved.current) onNext(next.current, saved.current)
      else onClose()
    },
    onRefused: focusInvalid,
  })
  const { form } = editor
  const group: FieldGroup<never> = {
    labels,
    optional: fieldsOf(name).flatMap(([key, field]) => (field.optional ? [key] : [])),
    defaults: toInputs(name, editor.defaults),
    errors: { ...problems, ...form.fields },
  }
  const submit = (text: string, step: NextStep) => (
    <Button
      type="submit"
      variant={step === 'publish' ? 'primary' : 'outline'}
      aria-disabled={form.sending || undefined}
      onClick={() => {
        next.current = step
      }}
    >
      {text}
    </Button>
  )
  return (
    <EditDialog
      title={item ? `Edit ${one}: ${item.name}` : `Add ${one}`}
      className="max-w-4xl"
      editor={editor}
      labels={labels}
      words={wordsIn(name)}
      onClose={onClose}
    >
      <form
        {...editor.props}
        aria-label={`${label}: draft`}
        className="flex min-h-0 flex-1 flex-col"
        onChange={(event: ChangeEvent<HTMLFormElement>) => {
          markEdited(event.target.name)
          editor.props.onChange(event)
        }}
      >
        <DialogBody className="space-y-5" key={editor.key}>
          {isBlocked && item ? <Blocked item={item} labels={labels} /> : null}
          <FieldError id="whole-draft">{form.fields[''] ?? form.fields['draft']}</FieldError>
          <ItemFields {...group} item={name} />
          {item ? null : (
            <TextField
              {...group}
              name="slug"
              optional={['slug']}
              autoComplete="off"
              maxLength={80}
              hint="The last part of the page’s address, like coast-tech-day. Leave it empty to use the first words above. It cannot be changed later."
            />
          )}
        </DialogBody>
        <CancelFooter>
          {/* Enter in a field presses the first button. */}
          {submit('Save draft', 'close')}
          {submit('Save and preview', 'preview')}
          {submit('Schedule…', 'schedule')}
          {submit('Publish now', 'publish')}
        </CancelFooter>
      </form>
    </EditDialog>
  )
}

function Blocked({ item, labels }: { item: AnyContentItem; labels: Record<string, string> }) {
  const [refusal] = useState(() => ({
    message: 'The draft is saved. It cannot be published yet.',
    fields: messagesOf(item),
  }))
  return <ErrorSummary refusal={refusal} labels={labels} />
}

/** What keeps the stored draft from being published, without the fields edited since. */
function useProblems(item: AnyContentItem | null) {
  const [edited, setEdited] = useState<readonly string[]>([])
  const problems = item ? messagesOf(item) : {}
  return {
    problems: Object.fromEntries(
      Object.entries(problems).filter(([field]) => !edited.includes(field)),
    ),
    /** `name` may be a part of a field, such as `image.alt`. */
    markEdited: (name: string) => setEdited((names) => [...names, name.split('.')[0] ?? name]),
  }
}

function messagesOf({ problems }: AnyContentItem) {
  return fieldMessages(problems.map(({ field, message }) => ({ path: [field], message })))
}

async function saveItem(collection: CollectionName, answers: AnyFields, read: Existing | null) {
  const { slug, ...draft } = answers
  if (!read) {
    return request(api.content.create, {
      params: { collection },
      body: { slug: String(slug), draft },
    })
  }
  return request(api.content.update, {
    params: { collection, _id: read._id },
    body: { draft, updatedAt: read.updatedAt },
  }).catch(asConflictOfRecords)
}

/** The conflict dialog compares records of the editor, so it gets the stored item as one. */
function asConflictOfRecords(error: unknown): never {
  if (!(error instanceof ApiError) || !error.current) throw error
  const current = toRecord(error.current as unknown as AnyContentItem)
  throw new ApiError(error.status, error.message, { current })
}
