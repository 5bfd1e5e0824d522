import type { IntakeOnPage } from '../../../contract/intake/intakes-on-page.ts'
import { nameIn } from '../../../contract/language/languages.ts'
import { useLanguage } from '../../lib/language.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Fact } from '../fact.tsx'
import { IntakeAlertForm } from './intake-alert-form.tsx'
import { longDay } from '../../lib/public-dates.ts'
import { attachmentDays } from './intake-choices.ts'
import { applyUntil, departmentNames, lateUntil, opensOn } from './intake-dates.ts'

interface Props {
  intakes: readonly IntakeOnPage[]
}

/** The open intakes, or else the planned ones, with their dates and departments. */
function IntakeNews({ intakes }: Props) {
  return (
    <div className="space-y-4">
      <IntakeDays intakes={intakes} />
      <IntakeCards intakes={intakes} />
    </div>
  )
}

/** Until when people can apply, or else when the next intake opens. It stands beside the button. */
export function IntakeDays({ intakes }: Props) {
  const i18n = useLanguage()
  const { tServer, language } = i18n
  const open = intakes.filter(({ phase }) => phase === 'open')
  const next = intakes.find(({ phase }) => phase === 'planned')
  if (open.length > 0) {
    return open.map((intake) => (
      <p key={intake._id} className="text-lg font-semibold">
        {open.length > 1 ? `${nameIn(language, intake)}: ` : null}
        {applyUntil(intake, i18n)}
      </p>
    ))
  }
  return (
    <>
      <p className="text-lg font-semibold">
        {tServer('We are not taking applications at the moment.')}
        {next ? ` ${tServer('Next: {name}', { name: nameIn(language, next) })}. ` : null}
        {next ? opensOn(next, i18n) : null}
      </p>
      {intakes
        .filter(({ phase }) => phase === 'late')
        .map((intake) => (
          <LateLine key={intake._id} intake={intake} />
        ))}
    </>
  )
}

/** The open intakes, or else the planned ones, as cards. */
export function IntakeCards({ intakes }: Props) {
  const { tServer, language } = useLanguage()
  const open = intakes.filter(({ phase }) => phase === 'open')
  const shown = open.length > 0 ? open : intakes.filter(({ phase }) => phase === 'planned')
  return shown.map((intake) => (
    <IntakeCard
      key={intake._id}
      intake={intake}
      title={tServer(open.length > 0 ? '{name} is open' : 'Next: {name}', {
        name: nameIn(language, intake),
      })}
    />
  ))
}

function IntakeCard({ intake, title }: { intake: IntakeOnPage; title: string }) {
  const i18n = useLanguage()
  const { tServer } = i18n
  const departments = departmentNames(intake, i18n)
  return (
    <section className="rounded-lg border-2 border-lagoon-800 bg-white p-gutter text-ink">
      <h2 className="text-xl text-lagoon-900">{title}</h2>
      <dl className="mt-3 space-y-2">
        {intake.phase === 'planned' ? (
          <Fact name={tServer('Opens on')}>{longDay(intake.opensAt, i18n.locale)}</Fact>
        ) : null}
        <Fact name={tServer('Days of the attachment')}>{attachmentDays(intake, i18n)}</Fact>
        <Fact name={tServer('Departments with places')}>
          {departments || tServer('All departments')}
        </Fact>
      </dl>
    </section>
  )
}

/** Tells people who began before an intake closed how long their form may still arrive. */
function LateLine({ intake }: { intake: IntakeOnPage }) {
  const i18n = useLanguage()
  const { tServer, language } = i18n
  return (
    <p>
      {tServer(
        '{name}: this intake has closed. If you began before it closed, you can still send your application until {time}; it is marked as late.',
        { name: nameIn(language, intake), time: lateUntil(intake, i18n) },
      )}
    </p>
  )
}

/** The intakes that the form can be sent to, above the form. */
export function IntakeLines({ intakes }: Props) {
  const i18n = useLanguage()
  const { tServer, language } = i18n
  const current = intakes.filter(({ phase }) => phase !== 'planned')
  if (current.length === 0) return null
  return (
    <Alert tone="info" className="mb-6 space-y-3">
      {current.map((intake) =>
        intake.phase === 'late' ? (
          <LateLine key={intake._id} intake={intake} />
        ) : (
          <p key={intake._id}>
            <strong>{nameIn(language, intake)}</strong>. {applyUntil(intake, i18n)}{' '}
            {tServer('The attachment is from {days}.', { days: attachmentDays(intake, i18n) })}
            {current.length > 1 && intake.departments.length > 0
              ? ` ${tServer('Departments with places')}: ${departmentNames(intake, i18n)}.`
              : null}
          </p>
        ),
      )}
    </Alert>
  )
}

/** Stands in place of the form while no intake is open. */
export function ClosedForm({ intakes }: Props) {
  const { tServer } = useLanguage()
  return (
    <div className="space-y-6">
      <IntakeNews intakes={intakes} />
      <IntakeAlertForm />
      <p>
        {tServer(
          'If you have begun an application on this device, it is kept here. You can finish it when the next intake opens.',
        )}
      </p>
    </div>
  )
}
