import { renderToStaticMarkup } from 'react-dom/server'
import { redirect } from 'react-router'
import { languageOf, pathIn } from '../../../contract/language/languages.ts'
import { inKiswahili } from '../../lib/kiswahili.ts'
import { i18nOf } from '../../lib/language.tsx'
import { pageServices } from '../../page-context.ts'
import { OwnAnswersDocument } from '../../site/application/own-answers-document.tsx'
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
