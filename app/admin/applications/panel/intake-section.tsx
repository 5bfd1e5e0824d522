import type { Application } from '../../../../contract/application/application.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateTime } from '../../date-time.tsx'
import { Kbd } from '../../kbd.tsx'
import { Letters } from './letters.tsx'
import { nameOf } from '../name-of.ts'
import { plannedLabel } from '../offer-labels.ts'
import { canWait } from '../decisions/quiet.ts'
import { keyCap } from '../table/shortcuts.ts'
import type { UseDecisions } from '../decisions/use-decisions.ts'
import { WaitingRank } from './waiting-rank.tsx'

interface IntakeSectionProps {
  application: Application
  decide: UseDecisions['decide']
  onWait: (application: Application) => void
}

/** The place of an application in its intake: offer, waiting list, planned answer and letters. */
export function IntakeSection({ application, decide, onWait }: IntakeSectionProps) {
  const { intake, arrivedLate, offer, waiting, planned } = application
  if (!intake && !offer && !planned) return null
  return (
    <section className="mb-5 space-y-2 rounded-md border border-line bg-white px-4 py-3 text-sm">
      <h3 className="text-lg">Intake</h3>
      <p className="flex flex-wrap items-center gap-2">
        {intake?.name ?? 'Without an intake'}
        {arrivedLate ? <Badge tone="waiting">Arrived late</Badge> : null}
      </p>
      {offer ? <Offer offer={offer} /> : null}
      {waiting ? <WaitingRank application={application} waiting={waiting} /> : null}
      {canWait(application) ? (
        <Button
          size="sm"
          variant="outline"
          aria-keyshortcuts={keyCap('w')}
          disabled={decide.isPending}
          onClick={() => onWait(application)}
        >
          {waiting ? 'Take off the waiting list' : 'Put on the waiting list'}
          <Kbd>{keyCap('w')}</Kbd>
        </Button>
      ) : null}
      {planned ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            <strong>Planned: {plannedLabel(planned)}.</strong> The applicant does not know yet.
          </span>
          <Button
            size="sm"
            variant="outline"
            disabled={decide.isPending}
            onClick={() => decide.mutate(removalOf(application))}
          >
            Remove the plan
          </Button>
        </p>
      ) : null}
      {offer?.state === 'confirmed' ? <Letters application={application} /> : null}
    </section>
  )
}

function removalOf(application: Application) {
  const { _id, updatedAt } = application
  const decision = { ids: [_id], read: { [_id]: updatedAt }, planned: null }
  return { decision, applicantName: nameOf(application) }
}

function Offer({ offer }: { offer: NonNullable<Application['offer']> }) {
  const { state, answerBy, answeredAt } = offer
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {state === 'open' ? (
        <>
          <Badge tone="waiting">Offer open</Badge> to be answered by <DateTime of={answerBy} />
        </>
      ) : null}
      {state === 'confirmed' ? <Badge tone="good">Place confirmed</Badge> : null}
      {state === 'declined' ? <Badge tone="bad">Place declined</Badge> : null}
      {state === 'lapsed' ? (
        <>
          <Badge tone="bad">Offer lapsed</Badge> not answered by <DateTime of={answerBy} />
        </>
      ) : null}
      {answeredAt ? (
        <>
          by the applicant, <DateTime of={answeredAt} />
        </>
      ) : null}
    </p>
  )
}
