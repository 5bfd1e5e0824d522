import { useQuery } from '@tanstack/react-query'

import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import { isEnded } from '../../../../contract/application/decision.ts'
import { questionNames, typedAnswer } from '../../../../contract/application/questions.ts'
import { toNationalNumber } from '../../../../contract/phone-number.ts'
import type { Alike, PairInput } from '../../../../contract/application/same-person.ts'
import { queryOf, request } from '../../../api/session.ts'
import { answerText } from '../../../forms/answer-text.ts'
import { formatDate, formatDateTime } from '../../../lib/staff-dates.ts'
import { cn } from '../../../lib/cn.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../../../ui/dialog.tsx'
import { ApplicationStatusBadge } from '../../application-status.tsx'
import { CancelFooter } from '../../editing/form-footer.tsx'
import { useIsOpen } from '../../editing/use-is-open.ts'
import { LoadState } from '../../load-failure.tsx'
import { useAction } from '../../use-action.ts'
import { applicationLabels } from '../labels.ts'
import { nameOf } from '../name-of.ts'

interface ComparePersonDialogProps {
  application: Application
  other: Alike['application']
  onClose: () => void
}

/** Two applications side by side, to decide whether they are of the same person. */
export function ComparePersonDialog({ application, other, onClose }: ComparePersonDialogProps) {
  const isOpen = useIsOpen()
  const query = useQuery(
    queryOf(['attachments', 'one', other._id], api.attachments.get, { params: { _id: other._id } }),
  )
  const deciding = useAction({
    do: (body: PairInput) =>
      request(api.attachments.decidePair, {
        params: { _id: application._id, otherId: other._id },
        body,
      }).finally(() => isOpen.current && onClose()),
    done: (_answer, { state }) =>
      state === 'same' ? 'Marked as the same person' : 'Marked as different people',
    failed: 'Failed to save the decision',
  })
  const decide = (body: PairInput) => (deciding.isPending ? undefined : deciding.mutate(body))
  const both = query.data ? [application, query.data] : []
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        className="max-w-3xl"
        title="Same person?"
        description="The application that is not kept is declined as “Applied more than once”, and its applicant is told. Nothing is merged."
        onKeyDown={(event) => event.stopPropagation()}
      >
        <DialogBody>
          <LoadState
            query={query}
            failure="Failed to fetch the other application"
            skeleton="h-60"
          />
          {both.length > 0 ? (
            <>
              <div className="grid grid-cols-2 gap-2 text-sm">
                {both.map((one) => (
                  <Side
                    key={one._id}
                    of={one}
                    isBusy={deciding.isPending}
                    onKeep={() => decide({ state: 'same', keep: one._id })}
                  />
                ))}
              </div>
              <Differences of={both} />
            </>
          ) : null}
        </DialogBody>
        <CancelFooter>
          <Button
            variant="outline"
            disabled={!query.data}
            aria-disabled={deciding.isPending || undefined}
            onClick={() => decide({ state: 'different', keep: null })}
          >
            Different people
          </Button>
        </CancelFooter>
      </DialogContent>
    </Dialog>
  )
}

interface SideProps {
  of: Application
  isBusy: boolean
  onKeep: () => void
}

function Side({ of, isBusy, onKeep }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 rounded-md border border-line bg-white px-3 py-2">
      <p className="font-semibold wrap-anywhere">
        <span dir="auto">{nameOf(of)}</span>, {of.referenceId}
      </p>
      <ApplicationStatusBadge of={of} />
      <p className="mb-1 text-muted wrap-anywhere">
        {of.intake?.name ?? 'Without an intake'}, received {formatDateTime(of.createdAt)}
      </p>
      <Button
        size="sm"
        variant={isEnded(of) ? 'outline' : 'primary'}
        className="mt-auto h-auto py-1 wrap-break-word whitespace-normal"
        aria-disabled={isBusy || undefined}
        onClick={onKeep}
      >
        Same person: keep this one<span className="sr-only">, {of.referenceId}</span>
      </Button>
    </div>
  )
}

/** The answers of both. Those that differ come first and are marked. */
function Differences({ of }: { of: readonly Application[] }) {
  const rows = questionNames.map((name) => {
    const texts = of.map(
      (one) =>
        typedAnswer(name, one) ??
        answerText(name, one[name], { message: String, date: formatDate }),
    )
    const [left, right] = name === 'phone_number' ? texts.map(toNationalNumber) : texts
    return { name, texts, isDifferent: left !== right }
  })
  const sorted = [
    ...rows.filter((row) => row.isDifferent),
    ...rows.filter((row) => !row.isDifferent),
  ]
  return (
    <dl className="mt-3 space-y-3 text-sm">
      {sorted.map(({ name, texts, isDifferent }) => (
        <div key={name}>
          <dt className="flex flex-wrap items-center gap-2 font-semibold">
            {applicationLabels[name]} {isDifferent ? <Badge tone="waiting">different</Badge> : null}
          </dt>
          <dd className="mt-1 grid grid-cols-2 gap-2">
            {texts.map((text, index) => (
              <p
                key={of[index]!._id}
                dir="auto"
                className={cn(
                  'min-w-0 rounded-md border px-3 py-1 wrap-anywhere whitespace-pre-line',
                  isDifferent ? 'border-mango-400 bg-mango-200/40' : 'border-line bg-white',
                )}
              >
                {text || <span className="text-muted">not given</span>}
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
