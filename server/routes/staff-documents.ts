import type { FastifyInstance, FastifyRequest } from 'fastify'

import { api } from '../../contract/api.ts'
import { fileTimestamp } from '../../contract/time-zone.ts'
import { sendDownload } from '../http/send-download.ts'
import { serve } from '../http/serve.ts'
import { requestAnswers } from '../services/applications/questions/answer-requests.ts'
import { requestDocument } from '../services/documents/document-requests.ts'
import { zipDocuments } from '../services/documents/documents-zip.ts'
import { openDocument } from '../services/documents/staff-documents.ts'
import { DomainError } from '../services/domain-error.ts'
import type { AppContext } from './context.ts'

/** Routes of the back office for the documents of applications, and for links that ask applicants. */
export function staffDocumentRoutes(app: FastifyInstance, context: AppContext) {
  const { db, documentStore, settings, emailCarrierName, publicUrl } = context

  serve(app, api.documents.open, async ({ params, query, user, log, id }, reply) => {
    const parts = { db, documentStore, onError: reporter({ log, id }) }
    const document = await openDocument(parts, params._id, user._id)
    if (document instanceof DomainError) return document
    return sendDownload(reply, { ...document, isShown: !query.download })
  })

  serve(app, api.attachments.documents, async ({ query, user, log, id }, reply) => {
    const parts = { db, documentStore, onError: reporter({ log, id }) }
    const zip = await zipDocuments(parts, query.ids, user._id)
    if (zip instanceof DomainError) return zip
    const fileName = `documents_${fileTimestamp()}.zip`
    return sendDownload(reply, { type: 'application/zip', fileName, bytes: zip })
  })

  serve(app, api.documents.request, (request) =>
    requestDocument(db, request.params._id, request.user._id, reachOf(request)),
  )
  serve(app, api.intakeQuestions.request, (request) =>
    requestAnswers(db, request.params._id, request.user._id, reachOf(request)),
  )

  function reachOf(request: Parameters<typeof publicUrl>[0]) {
    return {
      publicUrl: publicUrl(request),
      // Without PUBLIC_URL, a forged header could decide which host the link leads to.
      isEmailed: settings.PUBLIC_URL !== undefined,
      reachesPeople: emailCarrierName === 'mail',
    }
  }
}

/** Logs errors of the document store, and of the history after an export. */
function reporter({ log, id: requestId }: Pick<FastifyRequest, 'log' | 'id'>) {
  return (err: unknown) => log.error({ requestId, err }, 'documents could not be sent')
}
