import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { ApplicationStatus } from '../../../contract/application/application.ts'
import { fieldMessages } from '../../../contract/first-messages.ts'
import { retentionInput, type Retention, type RetentionInput } from '../../../contract/retention.ts'
import { applicationStatuses } from '../../../contract/constants.ts'
import { ConfirmDialog } from '../../admin/confirm-dialog.tsx'
import { DiscardDialog } from '../../admin/editing/discard-dialog.tsx'
import { useUnsaved } from '../../admin/editing/use-unsaved.ts'
import { useHoldSession } from '../../lib/hold-session.ts'
import { LoadFailure, LoadState } from '../../admin/load-failure.tsx'
import { ScreenHeader } from '../../admin/screen-header.tsx'
import { useAction } from '../../admin/use-action.ts'
import { queryOf, request } from '../../api/session.ts'
import { countOf } from '../../lib/count-of.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, fieldControl } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

export const meta = () => [{ title: 'Retention · Back office' }]

/** Retention periods of applications. No period applies until an administrator sets one. */
export default function RetentionScreen() {
  const query = useQuery(queryOf(['retention'], api.retention.get))
  return (
    <>
      <ScreenHeader title="Retention" lead="For how long the answers of applicants are kept" />
      <Card className="mt-4 max-w-xl p-5">
        <p>
          Applications are erased automatically this many months after their last change. The
          statistics still count them, and the history says how many were erased. Leave a box empty
          to keep them.
        </p>
        <LoadState
          query={query}
          failure="Failed to fetch the settings"
          className="mt-4"
          skeleton="h-60"
        />
        {query.data ? <Periods stored={query.data} /> : null}
      </Card>
    </>
  )
}

const names: Record<ApplicationStatus, string> = {
  pending: 'Pending applications',
  accepted: 'Accepted applications',
  archived: 'Archived applications',
}

function Periods({ stored }: { stored: Retention }) {
  const [shown, setShown] = useState(stored)
  const [typed, setTyped] = useState(() => textsOf(stored))
  const [asking, setAsking] = useState(false)
  // Somebody else changed the periods: shows them with the typed values, closes a confirmation.
  if (JSON.stringify(textsOf(shown)) !== JSON.stringify(textsOf(stored))) {
    setShown(stored)
    setTyped({ ...textsOf(stored), ...changesIn(typed, shown) })
    setAsking(false)
  }
  const { data: input, error: wrong } = retentionInput.safeParse(monthsOf(typed))
  const messages = wrong ? fieldMessages(wrong.issues) : {}
  const counting = useQuery({
    ...queryOf(['retention', 'preview', input], api.retention.preview, {
      query: byStatus((status) => input?.[status] ?? undefined),
    }),
    enabled: Boolean(input),
  })
  const { data: due, isLoadingError } = counting
  const waiting = isLoadingError ? '' : 'Counting…'
  const all = due ? due.pending + due.accepted + due.archived : 0
  const saving = useAction({
    do: (body: RetentionInput) => request(api.retention.set, { body }),
    done: 'Retention saved',
    failed: 'Failed to save the retention',
  })
  // Sends only the changed fields: somebody else may have changed the other fields.
  const changed = Object.keys(changesIn(typed, stored)) as ApplicationStatus[]
  useHoldSession(changed.length > 0)
  const edited = useRef(false)
  useEffect(() => {
    edited.current = changed.length > 0
  })
  const leaving = useUnsaved(edited)
  const save = () =>
    input && saving.mutate(Object.fromEntries(changed.map((status) => [status, input[status]])))
  const isReady = input && due && changed.length > 0 && !saving.isPending

  return (
    <form
      className="mt-4 space-y-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        if (all > 0) setAsking(true)
        else save()
      }}
    >
      {applicationStatuses.map((status) => {
        const words = { id: status, hint: hintOf(input?.[status], due?.[status], waiting) }
        const error = messages[status]
        return (
          <Field key={status} {...words} label={`${names[status]}: months`} error={error}>
            <Input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              className="max-w-32"
              value={typed[status]}
              onChange={({ target }) => setTyped({ ...typed, [status]: target.value })}
              {...fieldControl({ ...words, error })}
            />
          </Field>
        )
      })}
      {isLoadingError ? (
        <LoadFailure onRetry={counting.refetch}>
          The applications that this would remove could not be counted.
        </LoadFailure>
      ) : null}
      {/* Always enabled: a disabled button would lose the focus when it is pressed. */}
      <Button
        type="submit"
        className="aria-disabled:opacity-60"
        aria-disabled={!isReady || undefined}
      >
        {saving.isPending ? 'Saving...' : 'Save'}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Erase ${applications(all)} within the hour?`}
        question="The answers of these applications go for good, and from now on of every other one as its time ends. This cannot be undone."
        confirm="Save and erase"
        onConfirm={() => {
          setAsking(false)
          save()
        }}
        onClose={() => setAsking(false)}
      />
      <DiscardDialog leaving={leaving} />
    </form>
  )
}

type Typed = Record<ApplicationStatus, string>

function byStatus<Value>(valueOf: (status: ApplicationStatus) => Value) {
  return Object.fromEntries(
    applicationStatuses.map((status) => [status, valueOf(status)]),
  ) as Record<ApplicationStatus, Value>
}

function textsOf(stored: Retention): Typed {
  return byStatus((status) => String(stored[status].months ?? ''))
}

function monthsOf(typed: Typed) {
  return byStatus((status) => (typed[status].trim() === '' ? null : Number(typed[status])))
}

/** The periods that the user has typed and that differ from the stored ones. */
function changesIn(typed: Typed, stored: Retention): Partial<Typed> {
  const months = monthsOf(typed)
  const changed = applicationStatuses.filter((status) => months[status] !== stored[status].months)
  return Object.fromEntries(changed.map((status) => [status, typed[status]]))
}

function hintOf(months: number | null | undefined, due: number | undefined, waiting: string) {
  if (months === null) return 'Kept until somebody removes them.'
  if (months === undefined) return ''
  return due === undefined ? waiting : `Would remove ${applications(due)} now.`
}

const applications = (number: number) => countOf(number, 'application')
