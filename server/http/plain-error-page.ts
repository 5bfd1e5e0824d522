import { finished } from 'node:stream/promises'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { type PageSentence, translateMessage } from '../../contract/language/kiswahili-server.ts'
import { languageOf } from '../../contract/language/languages.ts'
import type { Wording } from '../../contract/language/translate.ts'
import { tooLarge } from './error-handler.ts'
import { type Load, secondsToWait, tooBusy } from './load-shedding.ts'
import type { SendPage } from './not-found.ts'

/** Load shedding for rendered pages: answers a short page while the server is overloaded. */
export function unlessBusy(load: Load, handle: SendPage): SendPage {
  return async (request, reply) => {
    if (load.isOverloaded()) return sendBusyPage(request, reply)
    load.begin(request)
    try {
      return await handle(request, reply)
    } finally {
      load.end(request)
    }
  }
}

function sendBusyPage(request: FastifyRequest, reply: FastifyReply) {
  return sendPlainPage(request, reply.code(503).header('retry-after', secondsToWait), tooBusy)
}

/** Reads the rest of the request first, because browsers show no answer until all data is sent. */
export async function sendTooLargePage(request: FastifyRequest, reply: FastifyReply) {
  await finished(request.raw.resume()).catch(() => {})
  return sendPlainPage(request, reply.code(413), tooLarge)
}

/** A page without React. It says what went wrong, and that the visitor can try again. */
export function sendPlainPage(
  { url }: FastifyRequest,
  reply: FastifyReply,
  reason: Wording,
  title: PageSentence = 'Please try again',
) {
  const language = languageOf(url)
  const t = (wording: Wording) => translateMessage(language, wording)
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t(title)}</title>
<h1>${t(title)}</h1>
<p>${t(reason)}</p>
<p>${t('If you have just sent a form, go back to it: what you typed is still there.')}</p>
`)
}
