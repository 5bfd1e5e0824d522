import type { Readable } from 'node:stream'

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { uploadsPath } from '../../contract/constants.ts'
import { translateMessage } from '../../contract/language/kiswahili-server.ts'
import { uploadPurposes } from '../../contract/intake/paper-kinds.ts'
import { sendDomainError, sendError } from '../http/error-handler.ts'
import { uploadTimeout } from '../http/request-timeout.ts'
import {
  byteCount,
  metadataHeader,
  parseMetadata,
  tusExtensions,
  tusVersion,
  uploadedBytes,
} from '../http/tus.ts'
import { DomainError, PublicError, unavailable } from '../services/domain-error.ts'
import { megabyte } from '../services/documents/inspect.ts'
import {
  appendToUpload,
  createUpload,
  uploadState,
  type UploadState,
} from '../services/documents/uploads.ts'
import type { AppContext } from './context.ts'

type WithKey = { Params: { key: string } }

/** Resumable uploads of documents by the protocol tus 1.0. Whoever has the key may continue one. */
export async function documentRoutes(app: FastifyInstance, context: AppContext) {
  const { load, settings } = context
  const config = { bodyTimeout: uploadTimeout }

  app.removeAllContentTypeParsers()
  // The body is a stream: no limit for bodies applies, and its bytes are stored as they arrive.
  app.addContentTypeParser(uploadedBytes, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('tus-resumable', tusVersion)
    if (request.method === 'OPTIONS') return undefined
    if (request.headers['tus-resumable'] !== tusVersion) {
      reply.header('tus-version', tusVersion)
      return sendError(reply, 412, `Please send the header Tus-Resumable: ${tusVersion}.`)
    }
    return request.headers['content-encoding'] === undefined
      ? undefined
      : sendError(reply, 415, 'Please send the bytes without a Content-Encoding.')
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode === 415) {
      return sendError(reply, 415, `Please send bytes with the content type ${uploadedBytes}.`)
    }
    if ((error.statusCode ?? 500) < 500) throw error
    request.log.error({ requestId: request.id, err: error }, 'upload failed')
    const known = unavailable(error)
    if (!known) throw error
    return refuse(request, reply, known)
  })

  app.options(uploadsPath, (_request, reply) =>
    reply
      .headers({
        'tus-version': tusVersion,
        'tus-extension': tusExtensions,
        'tus-max-size': settings.DOCUMENT_MAX_MB * megabyte,
      })
      .code(204)
      .send(),
  )

  app.post(uploadsPath, { config }, async (request, reply) => {
    const size = byteCount(request.headers['upload-length'])
    if (size === undefined) return sendError(reply, 400, 'Please send the header Upload-Length.')
    const metadata = parseMetadata(request.headers['upload-metadata'])
    const name = metadata?.get('filename')
    const purpose = uploadPurposes.find((known) => known === metadata?.get('purpose'))
    if (name === undefined || purpose === undefined) {
      return sendError(
        reply,
        400,
        `Please send the header Upload-Metadata with filename and purpose (${uploadPurposes.join(', ')}).`,
      )
    }
    const created = await createUpload(context, { purpose, name, size }, request.ip)
    if (created instanceof PublicError) return refuse(request, reply, created)
    const { key } = created
    const state = await (request.body
      ? appendToUpload(context, key, 0, streamOf(request))
      : uploadState(context, key))
    if (state instanceof PublicError) return refuse(request, reply, state)
    reply.header('location', `/api${uploadsPath}/${key}`)
    return sendState(reply, state).code(201).send()
  })

  app.head<WithKey>(`${uploadsPath}/:key`, { config }, async (request, reply) => {
    const state = await uploadState(context, request.params.key)
    if (state instanceof PublicError) return refuse(request, reply, state)
    const { size, name, purpose } = state
    const metadata = metadataHeader({ filename: name, purpose })
    return sendState(reply, state)
      .headers({ 'upload-length': size, 'upload-metadata': metadata })
      .code(200)
      .send()
  })

  app.patch<WithKey>(`${uploadsPath}/:key`, { config }, append)

  // Some networks block PATCH. A POST with this header counts as one.
  app.post<WithKey>(`${uploadsPath}/:key`, { config }, async (request, reply) => {
    const method = request.headers['x-http-method-override']
    if (typeof method === 'string' && method.toUpperCase() === 'PATCH') {
      return append(request, reply)
    }
    return sendError(reply, 404, 'Please send PATCH, or POST with X-HTTP-Method-Override: PATCH.')
  })

  async function append(request: FastifyRequest<WithKey>, reply: FastifyReply) {
    const offset = byteCount(request.headers['upload-offset'])
    if (offset === undefined) return sendError(reply, 400, 'Please send the header Upload-Offset.')
    if (!request.body) {
      return sendError(reply, 415, `Please send bytes with the content type ${uploadedBytes}.`)
    }
    const state = await appendToUpload(context, request.params.key, offset, streamOf(request))
    if (state instanceof PublicError) return refuse(request, reply, state)
    return sendState(reply, state).code(204).send()
  }

  /** The body, which arrives slowly: meanwhile, the request is no load for the server. */
  function streamOf(request: FastifyRequest) {
    load.end(request)
    return request.body as Readable
  }
}

function sendState(reply: FastifyReply, { offset, document, expiresAt }: UploadState) {
  reply.header('upload-offset', offset)
  if (expiresAt !== null) reply.header('upload-expires', new Date(expiresAt).toUTCString())
  if (document !== undefined) reply.header('document-id', document)
  return reply
}

/** Answers an error in the language of the page, which the phone sends as `Accept-Language`. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: PublicError) {
  const { kind, wording, errors, retryAfter } = error
  const isKiswahili = /^sw\b/i.test(request.headers['accept-language'] ?? '')
  if (!isKiswahili) return sendDomainError(reply, error)
  const message = translateMessage('sw', wording)
  const fields = errors && Object.fromEntries(Object.keys(errors).map((name) => [name, message]))
  return sendDomainError(reply, new DomainError(kind, message, { fields, retryAfter }))
}
