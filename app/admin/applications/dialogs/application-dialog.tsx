import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'

import { api } from '../../../../contract/api.ts'
import {
  applicationInput,
  applicationInputMessage,
  type Application,
} from '../../../../contract/application/application.ts'
import { statusOf } from '../../../../contract/application/decision.ts'
import {
  flagNames,
  initialAnswers,
  isOptional,
  questionNames,
  questions,
  typedNames,
} from '../../../../contract/application/questions.ts'
import {
  dialogTabs as tabs,
  questionsIn,
} from '../../../../contract/application/staff-questions.ts'
import { yearsFrom } from '../../../../contract/years-from.ts'
import { ApiError } from '../../../api/call.ts'
import { request } from '../../../api/session.ts'
import type { Messages } from '../../../forms/use-form.ts'
import { todayInKenya } from '../../../lib/today.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogClose, DialogFooter } from '../../../ui/dialog.tsx'
import { Tabs, TabsList, TabsTrigger } from '../../../ui/tabs.tsx'
import { EditDialog } from '../../editing/edit-dialog.tsx'
import { firstInvalid, focusInMiddle } from '../../editing/first-invalid.ts'
import { LoadState } from '../../load-failure.tsx'
import { useEditor } from '../../editing/use-editor.ts'
import { ApplicationParts, decisionFlags } from '../panel/application-parts.tsx'
import { applicationLabels, applicationWords } from '../labels.ts'
import { useDialogLists } from './use-dialog-lists.ts'
import { useIntakes } from '../../intakes/record-choices.tsx'

interface ApplicationDialogProps {
  /** The application to edit; null creates a new one. */
  record: Application | null
  /** Called with the id of an application whose status was changed on the Settings tab. */
  onDecided: (ids: readonly string[]) => void
  onClose: () => void
}

/** The form with which staff create or edit an application, on tabs. */
export function ApplicationDialog({ record, onDecided, onClose }: ApplicationDialogProps) {
  const { data: intakes = [] } = useIntakes()
  const lists = useDialogLists(record?.institution?._id)
  const [tab, setTab] = useState<string>('personal')
  const [trouble, setTrouble] = useState('')
  const editor = useEditor({
    schema: dialogInput,
    flags: [...flagNames, ...decisionFlags],
    record,
    defaults: firstValues(),
    invalid: applicationInputMessage,
    save: async (answers, read) => {
      if (!read) return request(api.attachments.create, { body: answers }).catch(explainNoPlace)
      const { _id, updatedAt } = read
      const body = { ...answers, updatedAt }
      const saved = await request(api.attachments.update, { params: { _id }, body }).catch(
        explainNoPlace,
      )
      if (record && statusOf(saved) !== statusOf(record)) onDecided([_id])
      return saved
    },
    saved: `Application ${record ? 'updated' : 'created'} successfully`,
    failed: 'Failed to save application',
    onSaved: onClose,
    onRefused: showFirst,
  })
  const { form, defaults } = editor
  const group = { labels: applicationLabels, optional, defaults, hints, errors: form.fields }

  /** Opens the tab with the first invalid field and focuses the field. */
  function showFirst(messages: Messages<never>, element: HTMLFormElement) {
    const control = firstInvalid(messages, element)
    if (!control) return
    flushSync(() => setTab(control.closest<HTMLElement>('[data-tab]')?.dataset['tab'] ?? tab))
    focusInMiddle(control)
  }

  const fieldsWithErrors = Object.keys(form.fields)
  const errorMessage = form.refusal?.message || trouble
  return (
    <EditDialog
      title={`${record ? 'Edit' : 'Add New'} Industrial Attachment Application`}
      className="max-w-4xl"
      editor={editor}
      labels={applicationLabels}
      words={applicationWords}
      onClose={onClose}
    >
      <form {...editor.props} className="flex min-h-0 flex-1 flex-col">
        <Tabs value={tab} onValueChange={setTab} className="flex min-h-0 flex-1 flex-col">
          <TabsList aria-label="Parts of the application" className="shrink-0 px-3">
            {tabs.map(({ id, name }) => (
              <TabsTrigger key={id} ref={id === tab ? intoView : null} value={id}>
                {name}
                <ErrorCount
                  number={fieldsWithErrors.filter((field) => tabOf(field) === id).length}
                />
              </TabsTrigger>
            ))}
          </TabsList>
          <div className="h-[60vh] min-h-0 overflow-y-auto px-5 py-4" key={editor.key}>
            {errorMessage ? (
              <Alert role="alert" className="mb-4 wrap-anywhere">
                {errorMessage}
              </Alert>
            ) : null}
            {lists.data ? (
              <ApplicationParts
                group={group}
                intakes={intakes}
                records={{ lists: lists.data, clear: form.clear, report: setTrouble }}
              />
            ) : (
              <LoadState query={lists} failure={lists.error?.message ?? ''} skeleton="h-full" />
            )}
          </div>
        </Tabs>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" className="max-sm:px-3">
              Cancel
            </Button>
          </DialogClose>
          <fieldset
            aria-label="Go to a tab"
            className="mx-auto flex min-w-0 gap-1 max-sm:order-first max-sm:basis-full max-sm:justify-center"
          >
            {tabs.map(({ id, name }, index) => (
              <Button
                key={id}
                variant={id === tab ? 'primary' : 'ghost'}
                className="px-0"
                aria-label={`${index + 1}: ${name}`}
                aria-pressed={id === tab}
                onClick={() => setTab(id)}
              >
                {index + 1}
              </Button>
            ))}
          </fieldset>
          <Button
            type="submit"
            className="max-sm:px-3 sm:min-w-48"
            disabled={!lists.data}
            aria-disabled={form.sending || undefined}
          >
            {form.sending ? 'Saving...' : `${record ? 'Update' : 'Create'} Application`}
          </Button>
        </DialogFooter>
      </form>
    </EditDialog>
  )
}

/** The number of invalid fields of a tab. */
function ErrorCount({ number }: { number: number }) {
  if (number === 0) return null
  return (
    <span className="ml-1.5 inline-flex items-center gap-1 text-danger">
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {number}
      <span className="sr-only">{number === 1 ? ' error' : ' errors'}</span>
    </span>
  )
}

/** The tab of a field. Fields that answer no question are among the settings. */
function tabOf(field: string) {
  const typed: Record<string, string> = typedNames
  const found = tabs.find(({ groups }) =>
    questionsIn(...groups).some((name) => name === field || typed[name] === field),
  )
  return found?.id ?? 'settings'
}

/** An empty choice is no intake. Without the field, because there are no intakes, nothing is sent. */
const dialogInput = z.safeExtend(applicationInput, {
  intake: z.optional(
    z.pipe(
      z.string(),
      z.transform((value) => value || null),
    ),
  ),
})

/** Shows at the checkbox that there is no free place: the list can go beyond the places. */
function explainNoPlace(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'no_place') throw error
  throw new ApiError(error.status, noFreePlace, { fields: { is_accepted: noFreePlace } })
}

const noFreePlace =
  'The intake has no free place in this department. Save without accepting. In the list you can then accept anyway, or use the waiting list.'

/** Scrolls the tab that was opened into view: on a phone not all tabs fit. */
function intoView(tab: HTMLButtonElement | null) {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

const optional = questionNames.filter((name) => isOptional(name, 'staff'))

/** Replaces the hints that are written for applicants. Staff see only the hint with a limit. */
const hints = Object.fromEntries(
  questionNames
    .filter((name) => 'hint' in questions[name] && !('earliest' in questions[name]))
    .map((name) => [name, '']),
)

function firstValues() {
  const today = todayInKenya()
  return {
    ...initialAnswers(today),
    date_of_birth: yearsFrom(today, -20),
    expected_graduation_date: yearsFrom(today, 2),
  }
}
