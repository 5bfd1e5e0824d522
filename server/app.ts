import { constants, type ZlibOptions, type ZstdOptions } from 'node:zlib'

import compress from '@fastify/compress'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

import type { Engine } from './database/engine.ts'
import type { Database } from './database/tables.ts'
import { answerClientError, rejectBadRequests } from './http/bad-requests.ts'
import { documentApi } from './http/documentation.ts'
import { drainWhenClosing } from './http/drain.ts'
import { handleErrors, sendError } from './http/error-handler.ts'
import { shedLoad, watchLoad } from './http/load-shedding.ts'
import { logger, logRequests, sendRequestId, requestIds } from './http/request-log.ts'
import { sendNotFound } from './http/not-found.ts'
import { limitBodyTime } from './http/request-timeout.ts'
import { securityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { adminRoutes } from './routes/admin.ts'
import { authRoutes } from './routes/auth.ts'
import { contentRoutes } from './routes/content.ts'
import type { AppContext } from './routes/context.ts'
import { documentRoutes } from './routes/documents.ts'
import { intakeRoutes } from './routes/intakes.ts'
import { calendarFeed, placementRoutes } from './routes/placements.ts'
import { healthRoutes } from './routes/health.ts'
import { letterRoutes } from './routes/letters.ts'
import type { Metrics } from './routes/metrics.ts'
import { gatewayRoutes, smsAdminRoutes } from './routes/sms.ts'
import { readPageBuild } from './routes/page-build.ts'
import { openPages, type PageSource, pageRoutes, type Pages } from './routes/pages.ts'
import { publicRoutes } from './routes/public.ts'
import { messageTemplateRoutes, writeMessageRoutes } from './routes/message-templates.ts'
import { staffDocumentRoutes } from './routes/staff-documents.ts'
import { emailSenderOf, mailOf } from './email-setup.ts'
import { startJobs } from './jobs.ts'
import { contentReader } from './services/content/content-reader.ts'
import { intakeReader } from './services/intakes/public-intakes.ts'
import { type DocumentStore, openDocumentStore } from './services/documents/document-store.ts'
import { messageFoldersOf } from './services/messages/message-files.ts'
import type { Timing } from './services/messages/attempts.ts'
import { smsCarrierOf, smsGatewayOf } from './services/sms/sms-carrier.ts'
import { rateLimiter, unlimited } from './services/rate-limiter.ts'
import { authenticate } from './services/accounts/sessions.ts'
import type { Settings } from './settings.ts'

export interface AppParts {
  db: Database
  engine: Engine
  settings: Settings
  /** The folder of the built pages, or a function that opens others. Without, there is only the API. */
  pages?: string | PageSource
  timeLimits?: TimeLimits
  /** Replaces the store that the settings name. */
  documentStore?: DocumentStore
  /** The current time of the content, in milliseconds. */
  clock?: () => number
  /** Overrides the timing of messages to applicants. */
  timing?: Partial<Timing>
}

/** Timeouts for slow clients, in milliseconds. */
interface TimeLimits {
  headers: number
  /** Timeout until the whole body has arrived, except of uploads. */
  request: number
  /** Timeout between two bytes of a connection. */
  silence: number
}

const defaultTimeLimits: TimeLimits = { headers: 15_000, request: 30_000, silence: 60_000 }

/** Builds the server, ready for `listen` or `inject`. */
export async function buildApp(parts: AppParts) {
  const { db, engine, settings, pages, timeLimits = defaultTimeLimits, timing } = parts
  const { clock = Date.now } = parts
  const app = fastify({
    logger: logger(settings.LOG_LEVEL),
    logController: new LogController({ disableRequestLogging: true }),
    // One shared logger, for speed: pass `requestId` when logging.
    childLoggerFactory: (shared) => shared,
    trustProxy: settings.TRUST_PROXY,
    genReqId: requestIds(settings.TRUST_PROXY),
    bodyLimit: 256 * 1024,
    connectionTimeout: timeLimits.silence,
    http: {
      requireHostHeader: false,
      headersTimeout: timeLimits.headers,
      connectionsCheckingInterval: timeLimits.headers / 3,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, ...securityHeaders(request.url) })
      void sendNotFound(request, reply, site?.sendNotFoundPage, 'This address is malformed.', 400)
    },
  })
  const metrics = await metricsOf(app, parts)
  const content = contentReader(db, {
    clock,
    onError: (error) => app.log.error({ err: error }, 'the content could not be read'),
  })
  const context: AppContext = {
    db,
    engine,
    settings,
    load: watchLoad(app),
    limiter: settings.RATE_LIMIT === 'on' ? rateLimiter(db) : unlimited,
    mail: await mailOf(settings, app.log, metrics),
    emailSender: emailSenderOf(settings, content),
    emailCarrierName: settings.SMTP_URL ? 'mail' : 'file',
    smsCarrier: smsCarrierOf(settings),
    smsGateway: smsGatewayOf(settings),
    messageFolders: messageFoldersOf(settings.DATA_DIR),
    content,
    intakes: intakeReader(db, {
      clock,
      onError: (error) => app.log.error({ err: error }, 'the intakes could not be read'),
    }),
    documentStore: parts.documentStore ?? (await openDocumentStore(settings)),
    publicUrl: (request) =>
      settings.PUBLIC_URL ?? `${request.protocol}://${request.host || 'localhost'}`,
  }
  const site =
    typeof pages === 'string'
      ? openPages(await readPageBuild(pages, settings.PUBLIC_URL), context, app.log)
      : pages?.(app, context)

  sendRequestId(app)
  setSecurityHeaders(app)
  rejectBadRequests(app)
  limitBodyTime(app, timeLimits.request)
  await app.register(compress, {
    // Zstandard is preferred: it takes a quarter of Brotli's time and gives 5 % more bytes.
    encodings: ['zstd', 'br', 'gzip'],
    // A compression window of 256 KB (2 to the power of 18) saves memory in exports.
    zlibOptions: {
      params: { [constants.ZSTD_c_windowLog]: 18 },
    } satisfies ZstdOptions as ZlibOptions,
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    },
    // Bytes up to which an answer is compressed synchronously. A page of a list then takes 0.5 ms;
    // a stream in other threads takes five times as long.
    syncThreshold: 128 * 1024,
  })
  app.decorate('authenticate', (token: string) => authenticate(db, token))
  app.decorateRequest('user', null)
  drainWhenClosing(app)
  await startJobs(app, { ...context, ...metrics, timing })
  logRequests(app)
  handleErrors(app)
  healthRoutes(app, context)
  calendarFeed(app, context)
  await app.register((api) => apiRoutes(api, context, site), { prefix: '/api' })
  if (site) await app.register((routes) => pageRoutes(routes, context, site))
  return app
}

/** Creates the metrics. Without the setting METRICS_TOKEN, their library is not loaded. */
async function metricsOf(app: FastifyInstance, parts: AppParts) {
  const { METRICS_TOKEN: token } = parts.settings
  if (!token) return noMetrics
  const { measure } = await import('./routes/metrics.ts')
  return measure(app, token, parts)
}

const noMetrics: Metrics = {
  countMessage: () => {},
  countRun: () => {},
}

async function apiRoutes(app: FastifyInstance, context: AppContext, site: Pages | undefined) {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptJson(app)
  shedLoad(app, context.load)
  handleErrors(app)
  await documentApi(app)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  authRoutes(app, context)
  publicRoutes(app, context)
  await app.register((uploads) => documentRoutes(uploads, context))
  adminRoutes(app, context)
  messageTemplateRoutes(app, context)
  writeMessageRoutes(app, context)
  smsAdminRoutes(app, context)
  intakeRoutes(app, context)
  placementRoutes(app, context)
  contentRoutes(app, context, site?.shared)
  staffDocumentRoutes(app, context)
  letterRoutes(app, context)
  await app.register((gateway) => gatewayRoutes(gateway, context))
  app.all('/*', (_request, reply) => sendError(reply, 404, 'There is no such call.'))
}

/** Accepts only JSON as a request body. An empty body is the same as no body. */
function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'string' } as const
  app.addContentTypeParser<string>('application/json', options, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
