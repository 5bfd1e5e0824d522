import { data, type MetaArgs, redirect } from 'react-router'
import { publicUrlPlaceholder } from '../../contract/constants.ts'
import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import { languageOf, pathIn } from '../../contract/language/languages.ts'
import { letterCodePattern, readLetterCode, verifyPath } from '../../contract/intake/letter.ts'
import { keptForBack, privateHeaders, responseInit } from '../lib/response-init.ts'
import { keptForm, pageServices, typedIn } from '../page-context.ts'
import { HelpLine } from '../site/application/contact-links.tsx'
import { translatedMetadata } from '../site/frame/metadata.ts'
import { CodeForm, codeForm } from '../site/letter/code-form.tsx'
import { VerifiedLetterDetails } from '../site/letter/verified-letter.tsx'
import type { Route } from './+types/verify-letter.ts'

/** The page has no script at all, so that it opens on every phone, and strangers can trust it. */
export const handle = { form: true, scriptless: true }

const path = '/verify'
const title: PageSentence = 'Check a letter'

const allMetadata = translatedMetadata({ title, path, hidden: true })
export const meta = (page: MetaArgs) =>
  allMetadata(page).filter((tag) => !('script:ld+json' in tag))

/** The URL has the code of a letter. */
export const headers = privateHeaders

/** Checks a code from the path or from the form. A readable code redirects to its canonical URL. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  // Not in a component: an asset with the placeholder would not be served.
  const address = publicUrlPlaceholder + pathIn(languageOf(request.url), path)
  const typed = params.code ?? new URL(request.url).searchParams.get('code') ?? ''
  if (typed.trim() === '') {
    context.set(keptForm, codeForm)
    return data({ typed: '', code: '', address, letter: null, refusal: null })
  }
  const code = readLetterCode(typed)
  if (letterCodePattern.test(code) && params.code !== code) {
    throw redirect(pathIn(languageOf(request.url), verifyPath(code)))
  }
  const letter = await context.get(pageServices).verifyLetter(code)
  if (!('status' in letter)) return data({ typed, code, address, letter, refusal: null })
  context.set(keptForm, codeForm)
  const shown = { typed: typed.slice(0, 100), code, address, letter: null, refusal: letter }
  return data(shown, responseInit(letter))
}

/** A change of language keeps what is typed. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedIn(request, context, 'code')
  return data({ typed }, { headers: keptForBack })
}

export default function VerifyLetter({ loaderData, actionData }: Route.ComponentProps) {
  const { code, address, letter, refusal } = loaderData
  return (
    <main id="main" className="bg-sand-100">
      <div className="mx-auto max-w-2xl px-gutter py-8 @3xl:py-12">
        {letter ? (
          <VerifiedLetterDetails letter={letter} code={code} address={address} />
        ) : (
          <CodeForm typed={actionData?.typed ?? loaderData.typed} refusal={refusal} title={title} />
        )}
        <HelpLine />
      </div>
    </main>
  )
}
