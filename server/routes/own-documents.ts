import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import { fileNameOf } from '../../contract/document/documents.ts'
import { id } from '../../contract/fields.ts'
import { languages, pathIn, statusPath } from '../../contract/language/languages.ts'
import { applicantCredentials } from '../../contract/application/own-application.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import { sendPlainPage } from '../http/plain-error-page.ts'
import { documentPolicy } from '../http/security-headers.ts'
import { getDocument } from '../services/applications/own-applications.ts'
import { DomainError } from '../services/domain-error.ts'
import type { AppContext } from './context.ts'

const documentForm = z.object({ ...applicantCredentials.shape, _id: id })

/** Lets applicants download a document of their own application, with a form of the status page. */
export function ownDocumentRoutes(app: FastifyInstance, context: AppContext) {
  for (const language of languages) {
    const page = pathIn(language, statusPath)
    app.post(`${page}/document`, (request, reply) => sendOwn(request, reply, page))
  }

  async function sendOwn(request: FastifyRequest, reply: FastifyReply, page: string) {
    const { body, ip, log, id: requestId } = request
    const fields = new URLSearchParams(body instanceof Buffer ? body.toString() : '')
    const asked = documentForm.safeParse(Object.fromEntries(fields))
    // Status 307 repeats the POST at the status page, which then shows the error.
    const toStatusPage = () => reply.header('cache-control', 'no-store').redirect(page, 307)
    if (!asked.success) return toStatusPage()
    const found = await getDocument(context, asked.data, ip).catch((error: unknown) => {
      log.error({ requestId, err: error }, 'a document could not be read')
      return null
    })
    if (!found) return sendPlainPage(request, reply.code(503), 'The file cannot be opened now.')
    if (found instanceof DomainError) return toStatusPage()
    const { document, bytes, size } = found
    return reply
      .type(document.type)
      .header('content-length', size)
      .header('content-disposition', contentDisposition('attachment', fileNameOf(document)))
      .header('content-security-policy', documentPolicy)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'same-origin')
      .send(bytes)
  }
}
