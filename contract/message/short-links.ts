import { type Language, pathIn } from '../language/languages.ts'

// Short links for SMS. The server redirects them to the long paths of the pages.

/** Short path of the status page, with the reference ID filled in. */
export function shortStatusPath(language: Language, referenceId: string) {
  return pathIn(language, `/s/${referenceId}`)
}

/** Short path of a one-time link to replace a document. */
export function shortDocumentPath(language: Language, token: string) {
  return pathIn(language, `/d/${token}`)
}

/** Short path of a one-time link to give missing answers. */
export function shortQuestionsPath(language: Language, token: string) {
  return pathIn(language, `/q/${token}`)
}

/** The status page, with the reference ID filled in. */
export function statusLinkPath(language: Language, referenceId: string) {
  return `${pathIn(language, '/industrial-attachment/status')}?reference=${referenceId}`
}
