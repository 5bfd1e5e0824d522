import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'

import { api } from '../../../contract/api.ts'
import { placementInput, type Placement } from '../../../contract/intake/placement.ts'
import { request } from '../../api/session.ts'
import { type FieldGroup, TextareaField, TextField } from '../../forms/fields.tsx'
import { RecordSelect } from '../../forms/record-select.tsx'
import { formatDate } from '../../lib/staff-dates.ts'
import { FormDialog } from '../editing/edit-dialog.tsx'
import { focusInvalid } from '../editing/first-invalid.ts'
import { wordsOf } from '../editing/record-values.ts'
import { useEditor } from '../editing/use-editor.ts'
import { useDepartments, useUsers } from '../intakes/record-choices.tsx'

const labels = {
  department: 'Department',
  startsOn: 'First day',
  endsOn: 'Last day',
  supervisor: 'Supervisor',
  supervisorName: 'Name of the supervisor',
  supervisorPhone: 'Phone of the supervisor',
  brokenOffOn: 'Last day there',
  brokenOffReason: 'Reason',
}

const optional = [
  'supervisor',
  'supervisorName',
  'supervisorPhone',
  'brokenOffOn',
  'brokenOffReason',
]

const dayOfReason = 'Choose the last day, or remove the reason'

/** A reason alone would be stored without effect. */
const schema = placementInput.check(
  z.refine(({ brokenOffOn, brokenOffReason }) => !brokenOffReason || brokenOffOn !== null, {
    error: dayOfReason,
    path: ['brokenOffOn'],
  }),
)

interface PlacementDialogProps {
  placement: Placement
  onClose: () => void
}

/** The form of a placement. */
export function PlacementDialog({ placement, onClose }: PlacementDialogProps) {
  const { application, intake, institution, institution_name } = placement
  const placeOfStudy = institution?.name ?? institution_name
  const editor = useEditor({
    schema,
    record: placement,
    save: (answers, read) =>
      request(api.placements.update, {
        params: { _id: placement._id },
        body: { ...answers, updatedAt: read?.updatedAt },
      }),
    saved: `Placement of ${application.name} updated successfully`,
    failed: 'Failed to save placement',
    onSaved: onClose,
    onRefused: focusInvalid,
  })
  const { form, defaults } = editor
  const group: FieldGroup = { labels, optional, defaults, errors: form.fields }
  return (
    <FormDialog
      title={application.name}
      className="max-w-2xl"
      editor={editor}
      labels={labels}
      words={wordsOfDay}
      onClose={onClose}
      save="Update"
    >
      <p className="text-sm">
        <Link
          className="link"
          to={`/admin/industrial-attachments?view=all&open=${application._id}`}
        >
          Application {application.referenceId}
        </Link>
        {placeOfStudy ? `, ${placeOfStudy}` : ''}
        {intake ? `, ${intake.name}` : ''}
      </p>
      <DepartmentField {...group} />
      <div className="grid items-start gap-5 @md:grid-cols-2">
        <TextField {...group} name="startsOn" type="date" />
        <TextField {...group} name="endsOn" type="date" />
      </div>
      <SupervisorFields {...group} />
      <fieldset className="min-w-0 space-y-5 rounded-md border border-line px-4 pb-4">
        <legend className="px-1 font-semibold">Break off</legend>
        <p className="mt-2! text-sm text-muted">
          Only if the attachment ends early. It withdraws the letters at once: whoever checks one
          reads that it is no longer valid.
        </p>
        <TextField {...group} name="brokenOffOn" type="date" className="max-w-60" />
        <TextareaField {...group} name="brokenOffReason" rows={2} />
      </fieldset>
    </FormDialog>
  )
}

function wordsOfDay(value: unknown, name: string) {
  return name.endsWith('On') && typeof value === 'string' ? formatDate(value) : wordsOf(value)
}

// A new key remounts a select after its options have loaded: without options it drops its value.

function DepartmentField(group: FieldGroup) {
  const { data, isLoadingError } = useDepartments()
  return (
    <RecordSelect
      key={String(Boolean(data))}
      {...group}
      name="department"
      of={data ?? []}
      placeholder="Choose a department"
      hint={isLoadingError ? 'The departments could not be loaded. Close this and try again.' : ''}
    />
  )
}

/** A user, or a name and a phone number. */
function SupervisorFields(group: FieldGroup) {
  const { data } = useUsers('Failed to load users')
  const [user, setUser] = useState(group.defaults['supervisor'] ?? '')
  return (
    <>
      <RecordSelect
        key={String(Boolean(data))}
        {...group}
        defaults={{ supervisor: user }}
        name="supervisor"
        of={data ?? []}
        placeholder="Nobody yet, or somebody without an account"
        onChange={(event) => setUser(event.target.value)}
      />
      {/* Hidden, not removed: the typed text stays. A disabled field is not sent. */}
      <div className="grid items-start gap-5 @md:grid-cols-2" hidden={user !== ''}>
        <TextField {...group} name="supervisorName" disabled={user !== ''} autoComplete="off" />
        <TextField
          {...group}
          name="supervisorPhone"
          disabled={user !== ''}
          type="tel"
          autoComplete="off"
        />
      </div>
    </>
  )
}
