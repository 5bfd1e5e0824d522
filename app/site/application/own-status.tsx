import type { OwnApplication } from '../../../contract/application/own-application.ts'
import { declineReasons } from '../../../contract/application/decline-reasons.ts'
import { departmentIn } from '../../../contract/department.ts'
import { nameIn } from '../../../contract/language/languages.ts'
import { useLanguage } from '../../lib/language.tsx'
import { placementFacts } from './intake-dates.ts'
import { longDay } from '../../lib/public-dates.ts'
import { Fact } from '../fact.tsx'
import { attachmentDays } from './intake-choices.ts'
import { wordsFor } from './own-status-words.ts'

/** The receipt of an application, its facts and the next step. */
export function StatusDetails(own: OwnApplication) {
  const { tServer, locale } = useLanguage()
  const { referenceId, standing, receivedAt, endedAt } = own
  const { next } = wordsFor(own)
  return (
    <>
      <dl className="space-y-4 rounded-lg border-2 border-lagoon-800 bg-white p-gutter">
        <Fact name={tServer('Reference ID')}>
          <span className="font-mono text-xl font-bold break-words">{referenceId}</span>
        </Fact>
        <Fact name={tServer('Received on')}>{longDay(receivedAt, locale)}</Fact>
        {own.arrivedLate ? (
          <Fact name={tServer('Arrived late')}>
            {tServer(
              'Your application arrived after the intake had closed. We have kept it and marked it as late.',
            )}
          </Fact>
        ) : null}
        <IntakeFacts {...own} />
        {endedAt ? (
          <Fact name={tServer(standing === 'declined' ? 'Declined on' : 'Withdrawn on')}>
            {longDay(endedAt, locale)}
          </Fact>
        ) : null}
        {own.declined_reason ? (
          <Fact name={tServer('Reason')}>{tServer(declineReasons[own.declined_reason])}</Fact>
        ) : null}
        {own.declined_message ? (
          <Fact name={tServer('Message from our team')}>
            <span className="whitespace-pre-line">{own.declined_message}</span>
          </Fact>
        ) : null}
      </dl>
      <h2 className="mt-10 text-xl">{tServer('What happens next')}</h2>
      {/* What is missing comes next: the sentence says that there is nothing to do. */}
      {standing === 'received' && own.missingAnswers ? null : (
        <p className="mt-2">{tServer(next)}</p>
      )}
    </>
  )
}

/** The intake with the department and the days of the attachment. */
function IntakeFacts({ intake, placement, ...own }: OwnApplication) {
  const i18n = useLanguage()
  const { tServer, language } = i18n
  const department = departmentIn(language, own)
  if (!intake) return null
  return (
    <>
      <Fact name={tServer('Intake')}>{nameIn(language, intake)}</Fact>
      {department ? <Fact name={tServer('Department')}>{department}</Fact> : null}
      <Fact name={tServer('Days of the attachment')}>{attachmentDays(intake, i18n)}</Fact>
      {placementFacts(placement, i18n).map(([name, fact]) => (
        <Fact key={name} name={name}>
          {fact}
        </Fact>
      ))}
    </>
  )
}
