import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'

import type { FormLists, PageRefusal, PageServices } from '../../app/page-context.ts'
import type * as pageContext from '../../app/page-context.ts'
import { attachmentSubmission } from '../../contract/attachment.ts'
import { fieldMessages } from '../../contract/errors.ts'
import type { PageSentence } from '../../contract/kiswahili-of-pages.ts'
import { languageOf, languages, pathIn } from '../../contract/languages.ts'
import { proof, type Proof } from '../../contract/own-application.ts'
import { translateMessage } from '../../contract/translate.ts'
import type { Database } from '../database/tables.ts'
import { pathOf } from '../http/address.ts'
import { sendProblem, statusOf, tooLarge } from '../http/errors.ts'
import { keptPage, readTogether, readWhenChanged } from '../http/kept-page.ts'
import { rememberLanguages } from '../http/languages.ts'
import { secondsToWait, tooBusy } from '../http/load.ts'
import { pageDictionaries } from '../http/page-dictionaries.ts'
import { retiredWorker, workerPath } from '../http/retired-worker.ts'
import { allowInline } from '../http/security-headers.ts'
import { readStaticFiles, sendStaticFile } from '../http/static-files.ts'
import * as lookups from '../services/lookups.ts'
import * as ownApplications from '../services/own-applications.ts'
import { Refusal, unavailable } from '../services/refusal.ts'
import { submit } from '../services/submissions.ts'
import type { AppContext } from './context.ts'

/** What the built pages hand to the server. */
type PageModule = typeof pageContext & { todayInNairobi: () => string }

/** Everything that is not the API: prerendered pages, assets, and pages rendered on request. */
export async function pageRoutes(app: FastifyInstance, context: AppContext, folder: string) {
  const files = readStaticFiles(join(folder, 'client'))
  const dictionaries = pageDictionaries(files)
  const entry = pathToFileURL(join(folder, 'server', 'index.js')).href
  const build: ServerBuild = await import(entry)
  const { pageServices, cspNonce, formPath, requestId, reportError, todayInNairobi } = build.entry
    .module as unknown as PageModule
  const render = createRequestHandler(build, 'production')

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode !== 413) throw error
    return sendTooLargePage(request, reply)
  })

  rememberLanguages(app)

  app.get('/assets/*', (request, reply) => {
    const file = files.get(pathOf(request.url))
    return file
      ? sendStaticFile(request, reply, file)
      : sendProblem(reply, 404, 'There is no such file.')
  })

  if (!context.offline) {
    app.get(workerPath, (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(retiredWorker),
    )
  }

  const renderForm = async (path: string, lists: FormLists) => {
    const provider = new RouterContextProvider()
    const none = () => Promise.reject(new Error('A kept page takes no answers.'))
    provider.set(pageServices, {
      formLists: async () => lists,
      submit: none,
      seeOwn: none,
      copyOwn: none,
      withdrawOwn: none,
    })
    provider.set(reportError, (error) => app.log.error({ err: error }, 'page failed'))
    const page = await render(new Request(new URL(path, 'http://localhost')), provider)
    if (!page.ok) throw new Error(`The application form cannot be rendered: ${page.status}`)
    return page.text()
  }

  const renderPage = unlessBusy(sendPage)

  const formContent = readTogether(
    readWhenChanged(
      async () => `${await lookups.version(context.db)} ${todayInNairobi()}`,
      async () => ({ lists: await formLists(context.db), day: todayInNairobi() }),
    ),
  )
  for (const language of languages) {
    const path = pathIn(language, formPath)
    const kept = keptPage(({ lists }: Awaited<ReturnType<typeof formContent>>) =>
      renderForm(path, lists),
    )
    app.get(
      path,
      unlessBusy(async (request, reply) => {
        const content = await formContent().catch(() => undefined)
        if (!content) return sendPage(request, reply)
        const page = await kept(content)
        dictionaries.add(path, page)
        return dictionaries.sendFile(request, reply, page)
      }),
    )
    // The one form that is sent to a page: a route of its own, by which submissions are counted.
    app.post(path, renderPage)
  }

  app.get('/*', (request, reply) => {
    const file = files.get(pathOf(request.url))
    return file ? dictionaries.sendFile(request, reply, file) : renderPage(request, reply)
  })
  app.post('/*', renderPage)

  type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

  /** For pages that take work: while there is too much of it, a short page says so. */
  function unlessBusy(handle: Handle): Handle {
    const { load } = context
    return async (request, reply) => {
      if (load.isTooMuch()) return sendBusyPage(request, reply)
      load.begin(request)
      try {
        return await handle(request, reply)
      } finally {
        load.end(request)
      }
    }
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const provider = new RouterContextProvider()
    provider.set(pageServices, servicesFor(context, request))
    provider.set(cspNonce, allowInline(reply))
    provider.set(requestId, request.id)
    provider.set(reportError, (error) => request.log.error({ err: error }, 'page failed'))
    const asked = webRequest(request)
    if (!asked) return sendProblem(reply, 400, 'This address is malformed.')
    return sendResponse(reply, await render(asked, provider))
  }

  async function sendResponse(reply: FastifyReply, response: Response) {
    reply.code(response.status)
    for (const [name, value] of response.headers) reply.header(name, value)
    // A page that answers one visitor belongs in no cache.
    if (reply.request.method === 'POST' || !response.headers.has('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    if (!response.body) return reply.send('')
    const body = Buffer.from(await response.arrayBuffer())
    return reply.send(await dictionaries.encode(reply, body))
  }
}

function sendBusyPage(request: FastifyRequest, reply: FastifyReply) {
  return sendShortPage(request, reply.code(503).header('retry-after', secondsToWait), tooBusy)
}

/** Browsers show no answer before they have sent everything. */
async function sendTooLargePage(request: FastifyRequest, reply: FastifyReply) {
  await finished(request.raw.resume()).catch(() => {})
  return sendShortPage(request, reply.code(413), tooLarge)
}

/** Why somebody has to try again, on a page that takes no work. */
function sendShortPage({ url }: FastifyRequest, reply: FastifyReply, why: PageSentence) {
  const language = languageOf(url)
  const t = (sentence: PageSentence) => translateMessage(language, sentence)
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('Please try again')}</title>
<h1>${t('Please try again')}</h1>
<p>${t(why)}</p>
<p>${t('If you have just sent a form, go back to it: what you typed is still there.')}</p>
`)
}

/** What pages may ask of this server, on behalf of one request. */
function servicesFor({ db, limiter }: AppContext, { ip, log }: FastifyRequest): PageServices {
  return {
    formLists: () => formLists(db),

    async submit(answers, idempotencyKey) {
      const checked = attachmentSubmission.safeParse(answers)
      if (!checked.success) return invalid(checked.error)
      const attempt = { address: ip, idempotencyKey }
      return outcomeOf(() => submit(db, limiter, checked.data, attempt))
    },

    seeOwn: (shown) => about(shown, (own) => ownApplications.see(db, limiter, own, ip)),
    copyOwn: (shown) => about(shown, (own) => ownApplications.copy(db, limiter, own, ip)),
    withdrawOwn: (shown) => about(shown, (own) => ownApplications.withdraw(db, limiter, own, ip)),
  }

  async function about<T>(shown: unknown, ask: (own: Proof) => Promise<T | Refusal>) {
    const checked = proof.safeParse(shown)
    return checked.success ? outcomeOf(() => ask(checked.data)) : invalid(checked.error)
  }

  async function outcomeOf<T>(work: () => Promise<T | Refusal>): Promise<T | PageRefusal> {
    try {
      const outcome = await work()
      return outcome instanceof Refusal ? refused(outcome) : outcome
    } catch (error) {
      log.error({ err: error }, 'what a form asked for failed')
      const refusal = unavailable(error)
      return refusal ? refused(refusal) : { status: 500, message: '' }
    }
  }
}

function invalid({ issues }: { issues: Parameters<typeof fieldMessages>[0] }): PageRefusal {
  return { status: 422, message: '', fields: fieldMessages(issues) }
}

function refused({ kind, message, fields, retryAfter }: Refusal): PageRefusal {
  return {
    status: statusOf[kind],
    message,
    ...(fields && { fields }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

async function formLists(db: Database): Promise<FormLists> {
  const [institutions, departments, courses] = await Promise.all([
    lookups.institutions(db),
    lookups.departments(db),
    lookups.courses(db),
  ])
  return { institutions, departments, courses }
}

/** Fastify's request as the web's; undefined where its address is none. */
function webRequest({ method, protocol, host, url, headers, body }: FastifyRequest) {
  const address = `${protocol}://${host || 'localhost'}${url}`
  if (!URL.canParse(address)) return undefined
  const list = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) list.append(name, item)
  }
  return new Request(address, {
    method,
    headers: list,
    ...(body instanceof Buffer && { body: new Uint8Array(body) }),
  })
}
