import { useQuery } from '@tanstack/react-query'

import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import { type LetterKind, letterKinds } from '../../../../contract/intake/letter-kinds.ts'
import { type Language, languageNames, languages } from '../../../../contract/language/languages.ts'
import { queryOf, request } from '../../../api/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { canWait } from '../decisions/quiet.ts'
import type { UseDecisions } from '../decisions/use-decisions.ts'
import { onFirstClick } from '../first-click.ts'
import { nameOf } from '../name-of.ts'
import { plannedLabel } from '../offer-labels.ts'
import { letterNames } from './letter-names.ts'
import { WaitingRank } from './waiting-rank.tsx'
import { keyCap } from '../table/shortcuts.ts'
import { DateTime } from '../../date-time.tsx'
import { DownloadButton } from '../../download-button.tsx'
import { download } from '../../download.ts'
import { Kbd } from '../../kbd.tsx'
import { useAction } from '../../use-action.ts'

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
          {...onFirstClick(() => onWait(application))}
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
          <Button size="sm" variant="outline" onClick={() => decide.mutate(removalOf(application))}>
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
  return { decision, applications: [application] }
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
      {state === 'lapsed' && answeredAt ? (
        <>
          <Badge tone="bad">Place lost</Badge> papers were missing
        </>
      ) : null}
      {state === 'lapsed' && !answeredAt ? (
        <>
          <Badge tone="bad">Offer lapsed</Badge> not answered by <DateTime of={answerBy} />
        </>
      ) : null}
      {answeredAt && state !== 'lapsed' ? (
        <>
          by the applicant, <DateTime of={answeredAt} />
        </>
      ) : null}
    </p>
  )
}

/** Buttons that download the letters of a confirmed place as PDF, as far as they can be made now. */
function Letters({ application }: { application: Application }) {
  const query = { application: application._id, limit: 1, page: 1 }
  const found = useQuery(queryOf(['placements', query], api.placements.list, { query }))
  const state = found.data?.[0]?.state
  const kinds = letterKinds.filter((kind) =>
    kind === 'completion' ? state === 'ended' : state !== undefined && state !== 'broken_off',
  )
  return kinds.map((kind) => (
    <div key={kind} className="flex flex-wrap items-center gap-2">
      <span className="w-36">{letterNames[kind].one}</span>
      {languages.map((language) => (
        <LetterButton key={language} {...{ application, kind, language }} />
      ))}
    </div>
  ))
}

interface LetterButtonProps {
  application: Application
  kind: LetterKind
  language: Language
}

function LetterButton({ application, kind, language }: LetterButtonProps) {
  const { _id, referenceId } = application
  const { one } = letterNames[kind]
  const loading = useAction({
    do: async () =>
      download(
        await request(api.attachments.letter, { params: { _id }, query: { kind, language } }),
        `${kind}-${referenceId}-${language}.pdf`,
      ),
    done: `${one} downloaded`,
    failed: 'Failed to make the letter',
    applicantName: () => nameOf(application),
  })
  return (
    <DownloadButton
      aria-label={`${one} in ${languageNames[language]}`}
      isBusy={loading.isPending}
      onClick={() => loading.mutate(undefined)}
    >
      {languageNames[language]}
    </DownloadButton>
  )
}
