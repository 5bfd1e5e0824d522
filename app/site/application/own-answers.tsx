import type { PageSentence } from '../../../contract/kiswahili-server.ts'
import type { OwnAnswers } from '../../../contract/own-application.ts'
import { genders, yearsOfStudy } from '../../../contract/constants.ts'
import { site } from '../../../content/site.ts'
import { applicationLabels } from '../../forms/application-fields.tsx'
import type { I18n } from '../../lib/language.tsx'
import { longDate, longDay } from '../../lib/long-date.ts'

interface Props {
  answers: OwnAnswers
  i18n: I18n
}

/** A copy of what an applicant sent, as a whole document that opens and prints without this site. */
export function OwnAnswersDocument({ answers, i18n }: Props) {
  const { tServer, language, locale } = i18n
  const { referenceId, receivedAt, consent } = answers
  const day = (moment: string) => longDay(moment, locale)
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{tServer('My application {reference}', { reference: referenceId })}</title>
        <style>{look}</style>
      </head>
      <body>
        <h1>{tServer('My application {reference}', { reference: referenceId })}</h1>
        <p>
          {tServer('Industrial attachment, {foundation}. Received on {day}.', {
            foundation: site.name,
            day: day(receivedAt),
          })}
        </p>
        <dl>
          {(Object.keys(applicationLabels) as Question[]).map((name) => (
            <div key={name}>
              <dt>{tServer(applicationLabels[name])}</dt>
              <dd>{shown(i18n, name, answers[name])}</dd>
            </div>
          ))}
          {consent ? (
            <div>
              <dt>{tServer('Agreed to on {day}', { day: day(consent.agreedAt) })}</dt>
              <dd>{consent.wording}</dd>
            </div>
          ) : null}
        </dl>
      </body>
    </html>
  )
}

const look = `
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem }
dt { margin-top: 1rem; font-weight: bold }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
`

type Question = keyof typeof applicationLabels

function shown({ tServer, locale }: I18n, name: Question, value: OwnAnswers[Question]) {
  if (value === null || value === '') return tServer('No answer')
  if (typeof value === 'boolean') return value ? tServer('Yes') : tServer('No')
  if (typeof value === 'object') return value.name
  if (name.endsWith('_date') || name === 'date_of_birth') return longDate(value, locale)
  return isChoice(value) ? tServer(value) : value
}

function isChoice(
  value: string,
): value is PageSentence & (typeof genders | typeof yearsOfStudy)[number] {
  return [...genders, ...yearsOfStudy].some((choice) => choice === value)
}
