import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { api } from '../../contract/api.ts'
import { pageTextsOf } from '../../contract/content/public-items.ts'
import { fileTimestamp } from '../../contract/time-zone.ts'
import { sendDownload } from '../http/send-download.ts'
import { serve } from '../http/serve.ts'
import { makeOwnLetter } from '../services/applications/own-applications.ts'
import { DomainError } from '../services/domain-error.ts'
import { makeLetter, makeLetters } from '../services/letters/letter-files.ts'
import { verifyLetter } from '../services/letters/verify-letter.ts'
import type { AppContext } from './context.ts'

/** Routes of the API for letters and their codes. */
export function letterRoutes(app: FastifyInstance, context: AppContext) {
  const { db, publicUrl, content } = context
  const optionsFor = async (request: FastifyRequest) => ({
    publicUrl: publicUrl(request),
    contact: pageTextsOf((await content.read()).items, 'contact'),
  })
  serve(app, api.attachments.letter, async (request, reply) => {
    const { params, query, user } = request
    const wanted = { ...query, ...(await optionsFor(request)) }
    return sendPdf(reply, await makeLetter(db, params._id, wanted, user._id))
  })

  serve(app, api.attachments.letters, async (request, reply) => {
    const { ids, ...query } = request.query
    const wanted = { ...query, ...(await optionsFor(request)) }
    const bytes = await makeLetters(db, ids, wanted, request.user._id)
    if (bytes instanceof DomainError) return bytes
    return sendPdf(reply, { fileName: `letters_${fileTimestamp()}.pdf`, bytes })
  })

  serve(app, api.public.ownLetter, async (request, reply) => {
    const { kind, language, ...credentials } = request.body
    const wanted = { kind, language, ...(await optionsFor(request)) }
    return sendPdf(reply, await makeOwnLetter(context, credentials, wanted, request.ip))
  })

  serve(app, api.public.verifyLetter, ({ params, ip }) => verifyLetter(context, params.code, ip))
}

function sendPdf(
  reply: FastifyReply,
  letter: { fileName: string; bytes: Buffer | NodeJS.ReadableStream } | DomainError,
) {
  if (letter instanceof DomainError) return letter
  return sendDownload(reply, { type: 'application/pdf', ...letter })
}
