import type { FastifyInstance } from 'fastify'

import { readReferenceId } from '../../contract/application/reference-id.ts'
import { referenceIdPattern } from '../../contract/constants.ts'
import { documentLinkPath } from '../../contract/document/documents.ts'
import { questionsLinkPath } from '../../contract/intake/intake-questions.ts'
import { languages } from '../../contract/language/languages.ts'
import {
  shortDocumentPath,
  shortQuestionsPath,
  shortStatusPath,
  statusLinkPath,
} from '../../contract/message/short-links.ts'
import { readLinkToken } from '../../contract/one-time-link.ts'

/**
 * Redirects the short links of SMS, without the database. What is not complete leads to the same page, which
 * says so.
 */
export function shortLinks(app: FastifyInstance) {
  for (const language of languages) {
    redirect(shortStatusPath(language, ':code'), (code) => {
      const reference = readReferenceId(code)
      return statusLinkPath(language, referenceIdPattern.test(reference) ? reference : '')
    })
    redirect(shortDocumentPath(language, ':code'), (code) =>
      documentLinkPath(language, readLinkToken(code) ?? ''),
    )
    redirect(shortQuestionsPath(language, ':code'), (code) =>
      questionsLinkPath(language, readLinkToken(code) ?? ''),
    )
  }

  function redirect(path: string, targetOf: (code: string) => string) {
    app.get<{ Params: { code: string } }>(path, (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .redirect(targetOf(request.params.code), 302),
    )
  }
}
