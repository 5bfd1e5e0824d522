import { renderToStaticMarkup } from 'react-dom/server'
import { redirect } from 'react-router'
import { departmentIn } from '../../../contract/department.ts'
import { contactQuestion, contactWays } from '../../../contract/application/contact-by.ts'
import { documentTypes } from '../../../contract/document/documents.ts'
import type { OwnAnswers, OwnPlacement } from '../../../contract/application/own-application.ts'
import {
  documentQuestions,
  type QuestionName,
  questionNames,
  questions,
  typedAnswer,
} from '../../../contract/application/questions.ts'
import { site } from '../../../content/site.ts'
import { answerText } from '../../forms/answer-text.ts'
import { sizeText } from '../../lib/file-size.ts'
import { longDate, longDay } from '../../lib/public-dates.ts'
import { attachmentDays } from '../../site/application/intake-choices.ts'
import { placementFacts } from '../../site/application/intake-dates.ts'
import { languageOf, nameIn, pathIn } from '../../../contract/language/languages.ts'
import { inKiswahili } from '../../lib/kiswahili.ts'
import { type I18n, i18nOf } from '../../lib/language.tsx'
import { pageServices } from '../../page-context.ts'
import type { Route } from './+types/own-answers.ts'

/** Redirects a GET request to the form that asks for the reference ID. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(statusPath(request))
}

/** Downloads the applicant's answers as an HTML file. The status page shows errors. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => new FormData())
  const services = context.get(pageServices)
  const answers = await services.copyOwn(Object.fromEntries(form))
  // Status 307 repeats the POST at the status page, which then shows the error.
  if ('status' in answers) return redirect(statusPath(request), 307)
  const i18n = languageOf(request.url) === 'sw' ? inKiswahili : i18nOf([])
  const document = renderToStaticMarkup(
    <OwnAnswersDocument {...{ answers, i18n }} isSmsOffered={services.isSmsOffered} />,
  )
  return new Response(`<!doctype html>${document}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': `attachment; filename="application-${answers.referenceId}.html"`,
      'Referrer-Policy': 'same-origin',
    },
  })
}

function statusPath({ url }: Request) {
  return pathIn(languageOf(url), '/industrial-attachment/status')
}

interface Props {
  answers: OwnAnswers
  i18n: I18n
  /** Whether applicants can choose SMS. */
  isSmsOffered: boolean
}

/** A copy of an applicant's answers, as an HTML document that works without this site. */
function OwnAnswersDocument({ answers, i18n, isSmsOffered }: Props) {
  const { tServer, message, language, locale } = i18n
  const { referenceId, receivedAt, consent, department, intake, placement, contact_by } = answers
  const title = tServer('My application {reference}', { reference: referenceId })
  const day = (moment: string) => longDay(moment, locale)
  const named = (record: { name: string }, name_sw: string | null) =>
    nameIn(language, { ...record, name_sw })
  const shown = {
    ...answers,
    department: department && {
      ...department,
      name: named(department, answers.department_sw),
    },
  }
  const textOf = (name: QuestionName) =>
    typedAnswer(name, answers) ??
    answerText(name, shown[name], { message, date: (date) => longDate(date, locale) })
  const facts = [
    ...(intake ? [[tServer('Intake'), named(intake, answers.intake_sw)]] : []),
    ...(placement ? [[tServer('Your attachment'), placementText(placement, i18n)]] : []),
    ...questionNames.map((name) => [
      tServer(questions[name].label),
      [...filesOf(name, answers), textOf(name)].filter(Boolean).join('\n') || tServer('No answer'),
    ]),
    ...(isSmsOffered || contact_by !== 'email'
      ? [[tServer(contactQuestion), tServer(contactWays[contact_by])]]
      : []),
    ...(consent
      ? [[tServer('Agreed to on {day}', { day: day(consent.agreedAt) }), consent.wording]]
      : []),
  ]
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{look}</style>
      </head>
      <body>
        <h1>{title}</h1>
        <p>
          {tServer('Industrial attachment, {foundation}. Received on {day}.', {
            foundation: site.name,
            day: day(receivedAt),
          })}
        </p>
        <dl>
          {facts.map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </body>
    </html>
  )
}

/** The files that answer a question; the status page gives the files themselves. */
function filesOf(question: QuestionName, { documents }: OwnAnswers) {
  const purpose = documentQuestions.find(({ name }) => name === question)?.purpose
  return documents
    .filter((document) => document.purpose === purpose)
    .map(
      ({ name, type, size }) => `${name} (${documentTypes[type].toUpperCase()}, ${sizeText(size)})`,
    )
}

/** Department, days and supervisor of the attachment, one in each line. They may differ from the answers. */
function placementText(placement: OwnPlacement, i18n: I18n) {
  const { tServer, language } = i18n
  const department = departmentIn(language, placement)
  return [
    ...(department === null ? [] : [[tServer('Department'), department]]),
    [tServer('Days of the attachment'), attachmentDays(placement, i18n)],
    ...placementFacts(placement, i18n),
  ]
    .map(([name, fact]) => `${name}: ${fact}`)
    .join('\n')
}

const look = `
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem }
dt { margin-top: 1rem; font-weight: bold }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
`
