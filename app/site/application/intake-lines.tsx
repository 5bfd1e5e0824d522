import type { IntakeOnPage } from '../../../contract/intake/intakes-on-page.ts'
import { applyUntil, attachmentDays } from './intake-dates.ts'
import { useLanguage } from '../../lib/language.tsx'
import { Alert } from '../../ui/alert.tsx'
import { IntakeAlertForm } from './intake-alert-form.tsx'
import { nameIn } from './intake-choices.ts'
import { IntakeNews, LateLine } from './intake-news.tsx'

interface Props {
  intakes: readonly IntakeOnPage[]
}

/** The intakes that the form can be sent to, above the form. */
export function IntakeLines({ intakes }: Props) {
  const i18n = useLanguage()
  const { tServer, language } = i18n
  const shown = intakes.filter(({ phase }) => phase !== 'planned')
  const hasSeveral = shown.length > 1
  if (shown.length === 0) return null
  return (
    <Alert tone="info" className="mb-6 space-y-3">
      {shown.map((intake) =>
        intake.phase === 'late' ? (
          <LateLine key={intake._id} intake={intake} />
        ) : (
          <p key={intake._id}>
            <strong>{nameIn(language, intake)}</strong>. {applyUntil(intake, i18n)}{' '}
            {tServer('The attachment is from {days}.', { days: attachmentDays(intake, i18n) })}
            {hasSeveral && intake.departments.length > 0
              ? ` ${tServer('Departments with places')}: ${intake.departments.map(({ name }) => name).join(', ')}.`
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
          'If you have begun an application on this phone, it is kept here. You can finish it when the next intake opens.',
        )}
      </p>
    </div>
  )
}
