import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import { applicantCredentials } from '../../contract/application/own-application.ts'
import { pageTextsOf } from '../../contract/content/public-items.ts'
import { fileNameOf } from '../../contract/document/documents.ts'
import { id } from '../../contract/fields.ts'
import { ownLetter } from '../../contract/intake/letter.ts'
import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import { languages, pathIn, statusPath } from '../../contract/language/languages.ts'
import type { Wording } from '../../contract/language/translate.ts'
import { httpStatus, wentWrong } from '../http/error-handler.ts'
import { sendPlainPage } from '../http/plain-error-page.ts'
import { type Download, sendDownload } from '../http/send-download.ts'
import { getDocument, makeOwnLetter } from '../services/applications/own-applications.ts'

import { PublicError, unavailable } from '../services/domain-error.ts'
import type { AppContext } from './context.ts'

const letterPath = '/industrial-attachment/letter'

const documentForm = z.object({ ...applicantCredentials.shape, _id: id })

interface Failure {
  status: number
  reason: Wording
  title?: PageSentence
}

/** Lets applicants download their letters and documents with forms of the status page. */
export function ownDownloadRoutes(app: FastifyInstance, context: AppContext) {
  for (const language of languages) {
    const page = pathIn(language, statusPath)
    acceptForm(`${page}/document`, page, documentForm, findDocument)
    acceptForm(pathIn(language, letterPath), page, ownLetter, findLetter)
    app.get(pathIn(language, letterPath), (_request, reply) => reply.redirect(page))
  }

  /** If `find` returns nothing, the status page shows the error: status 307 repeats the POST there. */
  function acceptForm<Form>(
    path: string,
    page: string,
    schema: z.ZodMiniType<Form>,
    find: (form: Form, request: FastifyRequest) => Promise<Download | Failure | undefined>,
  ) {
    app.post(path, async (request, reply) => {
      const { body } = request
      const fields = new URLSearchParams(body instanceof Buffer ? body.toString() : '')
      const form = schema.safeParse(Object.fromEntries(fields))
      const found = form.success ? await find(form.data, request) : undefined
      if (!found) return reply.header('cache-control', 'no-store').redirect(page, 307)
      if ('bytes' in found) return sendDownload(reply, found)
      return sendPlainPage(request, reply.code(found.status), found.reason, found.title)
    })
  }

  async function findDocument(
    form: z.output<typeof documentForm>,
    { ip, log, id: requestId }: FastifyRequest,
  ): Promise<Download | Failure | undefined> {
    try {
      const found = await getDocument(context, form, ip)
      if (found instanceof PublicError) return undefined
      const { document, bytes, size } = found
      return { type: document.type, fileName: fileNameOf(document), bytes, size }
    } catch (error) {
      log.error({ requestId, err: error }, 'a document could not be read')
      return { status: 503, reason: 'The file cannot be opened now.' }
    }
  }

  async function findLetter(
    { kind, language, ...credentials }: z.output<typeof ownLetter>,
    request: FastifyRequest,
  ): Promise<Download | Failure | undefined> {
    const { ip, log, id: requestId } = request
    const { items } = await context.content.read()
    const contact = pageTextsOf(items, 'contact')
    const wanted = { kind, language, publicUrl: context.publicUrl(request), contact }
    const letter = await makeOwnLetter(context, credentials, wanted, ip).catch((error: unknown) => {
      log.error({ requestId, err: error }, 'a letter could not be made')
      return unavailable(error) ?? new PublicError('unavailable', wentWrong)
    })
    if (!(letter instanceof PublicError)) return { type: 'application/pdf', ...letter }
    if (letter.kind !== 'conflict' && letter.kind !== 'unavailable') return undefined
    const title = letter.kind === 'conflict' ? 'This letter cannot be made' : 'Please try again'
    return { status: httpStatus[letter.kind], reason: letter.wording, title }
  }
}
