import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { api } from '../../contract/api.ts'
import { languages, pathIn, statusPath } from '../../contract/language/languages.ts'
import { ownLetter } from '../../contract/intake/letter.ts'
import { fileTimestamp } from '../../contract/time-zone.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import { httpStatus, wentWrong } from '../http/error-handler.ts'
import { sendPlainPage } from '../http/plain-error-page.ts'
import { documentPolicy } from '../http/security-headers.ts'
import { serve } from '../http/serve.ts'
import { makeOwnLetter } from '../services/applications/own-letter.ts'
import { DomainError, PublicError, unavailable } from '../services/domain-error.ts'
import { makeLetter, makeLetters } from '../services/letters/letter-files.ts'
import { verifyLetter } from '../services/letters/verify-letter.ts'
import type { AppContext } from './context.ts'

/** Routes of the API for letters and their codes. */
export function letterRoutes(app: FastifyInstance, context: AppContext) {
  const { db, limiter, publicUrl } = context
  serve(app, api.attachments.letter, async (request, reply) => {
    const { params, query, user } = request
    const wanted = { ...query, publicUrl: publicUrl(request) }
    const letter = await makeLetter(db, params._id, wanted, user._id)
    if (letter instanceof DomainError) return letter
    return sendPdf(reply, letter.fileName, letter.bytes)
  })

  serve(app, api.attachments.letters, async (request, reply) => {
    const { ids, ...query } = request.query
    const wanted = { ...query, publicUrl: publicUrl(request) }
    const letters = await makeLetters(db, ids, wanted, request.user._id)
    if (letters instanceof DomainError) return letters
    return sendPdf(reply, `letters_${fileTimestamp()}.pdf`, letters)
  })

  serve(app, api.public.ownLetter, async (request, reply) => {
    const { kind, language, ...credentials } = request.body
    const wanted = { kind, language, publicUrl: publicUrl(request) }
    const letter = await makeOwnLetter(db, limiter, credentials, wanted, request.ip)
    if (letter instanceof DomainError) return letter
    return sendPdf(reply, letter.fileName, letter.bytes)
  })

  serve(app, api.public.verifyLetter, ({ params, ip }) =>
    verifyLetter(db, limiter, params.code, ip),
  )
}

/** Path of the form with which applicants download a letter without JavaScript. */
const formPath = '/industrial-attachment/letter'

/** Lets applicants download a letter with a form of the status page. */
export function ownLetterRoutes(app: FastifyInstance, context: AppContext) {
  for (const language of languages) {
    const page = pathIn(language, statusPath)
    app.post(pathIn(language, formPath), (request, reply) => sendOwn(request, reply, page))
    app.get(pathIn(language, formPath), (_request, reply) => reply.redirect(page))
  }

  async function sendOwn(request: FastifyRequest, reply: FastifyReply, page: string) {
    const { body, ip, log, id: requestId } = request
    const fields = new URLSearchParams(body instanceof Buffer ? body.toString() : '')
    const asked = ownLetter.safeParse(Object.fromEntries(fields))
    // Status 307 repeats the POST at the status page, which then shows the error.
    const toStatusPage = () => reply.header('cache-control', 'no-store').redirect(page, 307)
    if (!asked.success) return toStatusPage()
    const { kind, language, ...credentials } = asked.data
    const wanted = { kind, language, publicUrl: context.publicUrl(request) }
    const { db, limiter } = context
    const letter = await makeOwnLetter(db, limiter, credentials, wanted, ip).catch(
      (error: unknown) => {
        log.error({ requestId, err: error }, 'a letter could not be made')
        return unavailable(error) ?? new PublicError('unavailable', wentWrong)
      },
    )
    if (!(letter instanceof PublicError)) return sendPdf(reply, letter.fileName, letter.bytes)
    if (letter.kind !== 'conflict' && letter.kind !== 'unavailable') return toStatusPage()
    const title = letter.kind === 'conflict' ? 'This letter cannot be made' : 'Please try again'
    return sendPlainPage(request, reply.code(httpStatus[letter.kind]), letter.wording, title)
  }
}

function sendPdf(reply: FastifyReply, fileName: string, bytes: Buffer | NodeJS.ReadableStream) {
  return reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition('attachment', fileName))
    .header('content-security-policy', documentPolicy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .send(bytes)
}
