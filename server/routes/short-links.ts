import type { FastifyInstance } from 'fastify'

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
import type { SendPage } from '../http/not-found.ts'

/** 256 random bits in base64url. */
const tokenPattern = /^[\w-]{43}$/

/**
 * Redirects the short links of SMS, without the database. A malformed link gets the site's page 404
 * from `sendPage`.
 */
export function shortLinks(app: FastifyInstance, sendPage: SendPage) {
  for (const language of languages) {
    redirect(shortStatusPath(language, ':code'), (code) => {
      const reference = code.toUpperCase()
      return referenceIdPattern.test(reference) ? statusLinkPath(language, reference) : undefined
    })
    redirect(shortDocumentPath(language, ':code'), (code) =>
      tokenPattern.test(code) ? documentLinkPath(language, code) : undefined,
    )
    redirect(shortQuestionsPath(language, ':code'), (code) =>
      tokenPattern.test(code) ? questionsLinkPath(language, code) : undefined,
    )
  }

  function redirect(path: string, targetOf: (code: string) => string | undefined) {
    app.get<{ Params: { code: string } }>(path, async (request, reply) => {
      const target = targetOf(request.params.code)
      if (!target) return sendPage(request, reply)
      return reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .redirect(target, 302)
    })
  }
}
