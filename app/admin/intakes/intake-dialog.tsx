import { CopyIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { Intake } from '../../../contract/intake/intake.ts'
import { defaultPapers, type IntakePaper } from '../../../contract/intake/papers.ts'
import { CheckboxField, type FieldGroup, TextField } from '../../forms/fields.tsx'
import { formatDateTime } from '../../lib/staff-dates.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../editing/edit-dialog.tsx'
import { wordsOf } from '../editing/record-values.ts'
import { useEditor } from '../editing/use-editor.ts'
import { type RecordDialogProps, savingOf } from '../entities/entity.ts'
import { copyIntake, intakeForm, intakeValues, toTimeInput } from './intake-form.ts'
import { PapersFields, papersInWords } from './papers-fields.tsx'
import { PlacesFields } from './places-fields.tsx'
import { useDepartments, useIntakes } from './record-choices.tsx'

const labels = {
  name: 'Name',
  name_sw: 'Name in Kiswahili',
  opensAt: 'Opens',
  closesAt: 'Closes',
  startsOn: 'First day',
  endsOn: 'Last day',
  answerDays: 'Days to answer an offer',
  autoPromote: 'Offer a free place to the next person on the waiting list without staff',
  places: 'Places',
  papers: 'Papers',
  lapsesWithoutPapers: 'Give the place to somebody else if papers stay missing',
}

/** The form of an intake. */
export function IntakeDialog({ record, onClose }: RecordDialogProps<Intake>) {
  const departments = useDepartments()
  const editor = useEditor({
    schema: intakeForm,
    flags: ['autoPromote', 'lapsesWithoutPapers'],
    record,
    defaults: { answerDays: 7, places: [], papers: defaultPapers },
    toValues: (intake) => intakeValues(intake as Intake),
    onSaved: onClose,
    ...savingOf(api.intakes, 'Intake', record),
  })
  const { form, defaults } = editor
  const group: FieldGroup = {
    labels,
    optional: ['name_sw', 'autoPromote', 'lapsesWithoutPapers'],
    defaults,
    errors: form.fields,
  }
  const stored = editor.record as Intake | null

  function words(value: unknown, name: string) {
    if (name.endsWith('At') && typeof value === 'string') return formatDateTime(value)
    if (name === 'papers') return papersInWords(value as IntakePaper[] | undefined)
    if (name !== 'places' || !Array.isArray(value)) return wordsOf(value)
    const nameOf = (_id: string) => departments.data?.find((one) => one._id === _id)?.name ?? _id
    const lines = (value as Intake['places'] | { department: string; places: number }[]).map(
      ({ department, places }) =>
        `${typeof department === 'string' ? nameOf(department) : department.name}: ${places}`,
    )
    return lines.toSorted().join('\n') || 'nothing'
  }

  return (
    <FormDialog
      title={record ? 'Edit Intake' : 'Add Intake'}
      className="max-w-2xl"
      editor={editor}
      labels={labels}
      words={words}
      onClose={onClose}
      save={record ? 'Update' : 'Create'}
      noValidate
    >
      {record ? null : <CopyButton editedRef={editor.edited} />}
      <Pair>
        <TextField
          {...group}
          name="name"
          hint="Applicants see it, such as “January 2027 intake”."
        />
        <TextField
          {...group}
          name="name_sw"
          hint="Such as “Awamu ya Januari 2027”. Empty: the name above."
        />
      </Pair>
      <Pair>
        <TimeField {...group} name="opensAt" hint="Time in Kenya." />
        <TimeField
          {...group}
          name="closesAt"
          hint="Time in Kenya. 00:00 is the midnight before this day."
        />
      </Pair>
      <Pair>
        <TextField {...group} name="startsOn" type="date" hint={ofAttachments} />
        <TextField {...group} name="endsOn" type="date" hint={ofAttachments} />
      </Pair>
      <TextField
        {...group}
        defaults={{ answerDays: String(defaults['answerDays']) }}
        name="answerDays"
        type="number"
        inputMode="numeric"
        min={1}
        max={90}
        className="max-w-40"
        hint="An offer that is not answered by then lapses, and its place is free again."
      />
      <CheckboxField
        {...group}
        optional={[]}
        name="autoPromote"
        required={false}
        hint="Otherwise staff decide each time a place becomes free."
      />
      <PlacesFields departments={departments} stored={stored?.places ?? []} errors={form.fields} />
      <PapersFields papers={stored?.papers ?? defaultPapers} error={form.fields['papers']}>
        <CheckboxField
          {...group}
          optional={[]}
          name="lapsesWithoutPapers"
          required={false}
          hint={ofMissingPapers}
        />
      </PapersFields>
    </FormDialog>
  )
}

/** Fills in a new intake from the last one. */
function CopyButton({ editedRef }: { editedRef: RefObject<boolean> }) {
  const [last] = useIntakes().data ?? []
  const [isCopied, setIsCopied] = useState(false)
  if (!last) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="outline"
        size="sm"
        onClick={({ currentTarget: { form } }) => {
          if (!form) return
          copyIntake(form, last)
          editedRef.current = true
          setIsCopied(true)
        }}
      >
        <CopyIcon aria-hidden="true" /> Copy the last intake
      </Button>
      <output className="min-w-0 flex-1 basis-60 text-sm text-muted">
        {isCopied
          ? `Copied from “${last.name}”, with every date a year later. Check the dates.`
          : `Fills in places and days to answer of “${last.name}”, and its dates a year later.`}
      </output>
    </div>
  )
}

const ofAttachments = 'Of the attachments. People who have confirmed keep theirs: see Placements.'

const ofMissingPapers = `Two days after the reminder that papers are late, a confirmed place is free again, unless the attachment has begun. Offers and reminders say so. Papers that wait for you do not count.`

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 @md:grid-cols-2">{children}</div>
}

/** Date and time in Kenya. */
function TimeField({ defaults, ...props }: FieldGroup & { name: string; hint: string }) {
  const { name } = props
  const value = toTimeInput(defaults[name])
  return <TextField {...props} defaults={{ [name]: value }} type="datetime-local" />
}
