import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

import packageJson from '#package' with { type: 'json' }
import { api } from '../../contract/api.ts'
import type { Attempted } from '../services/messages/carrier.ts'
import { measureBackups, type BackupFigures } from './backup-metrics.ts'
import { measureDocuments, type DocumentFigures, type StateGauge } from './document-metrics.ts'
import { sendError } from './error-handler.ts'
import { bearerToken } from './guard.ts'
import { measureMessages, type MessageFigures } from './message-metrics.ts'
import { measureSms, type SmsFigures } from './sms-metrics.ts'

/** Functions that read figures each time Prometheus asks for the metrics. */
interface Figures extends BackupFigures, DocumentFigures, MessageFigures, SmsFigures {
  isReady: () => Promise<boolean>
  /** Numbers of database connections by state; undefined without a connection pool. */
  connections: () => Record<string, number> | undefined
  /** Bytes that are free for `DATA_DIR`. */
  freeBytes: () => Promise<number>
}

export interface Metrics {
  countMail: (attempted: Attempted) => void
  countSms: (attempted: Attempted) => void
  /** Measures whether the latest run of a recurring job failed. */
  watchJob: <T>(name: 'alerts' | 'cleanup' | 'offers', job: Promise<T>) => Promise<T>
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Serves `/metrics` in Prometheus' text format to requests with the token. The label of a route is
 * its URL pattern, so no metric contains personal data.
 */
export function measure(app: FastifyInstance, token: string, figures: Figures): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests, by how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const submissions = counter(
    'submissions_total',
    'Submissions of the application form: accepted, refused (4xx) or failed (5xx)',
    ['accepted', 'refused', 'failed'],
  )
  const signIns = counter(
    'sign_ins_total',
    'Attempts to sign in: accepted, refused (4xx) or failed (5xx)',
    ['accepted', 'refused', 'failed'],
  )
  const attempted = ['accepted', 'refused', 'failed']
  const mails = counter(
    'mails_total',
    'Attempts to send a mail: accepted, refused for good by the recipient, or failed',
    attempted,
  )
  const sms = counter(
    'sms_total',
    'Attempts to send an SMS: accepted, refused for good by the gateway, or failed',
    attempted,
  )
  const jobs = new Gauge({
    name: 'jobs_failing',
    help: '1 if the latest run of a recurring job failed',
    labelNames: ['name'],
    registers,
  })
  new Gauge({
    name: 'build_info',
    help: 'The version that runs, as a label',
    labelNames: ['version'],
    registers,
  }).set({ version: packageJson.version }, 1)
  gauge('data_free_bytes', 'Free bytes of the disk of DATA_DIR', async (one) => {
    one.set(await figures.freeBytes().catch(() => NaN))
  })
  gauge('http_connections', 'Open connections of clients', async (one) => {
    one.set(await connectionsOf(app))
  })
  gauge(
    'database_connections',
    'Connections to the database: in use, idle, and requests that wait for one',
    (one) => {
      for (const [state, count] of Object.entries(figures.connections() ?? {})) {
        one.set({ state }, count)
      }
    },
  )
  gauge(
    'database_ready',
    '1 when the database answers and is up to date, as /readyz says',
    async (one) => {
      one.set(Number(await figures.isReady().catch(() => false)))
    },
  )

  measureMessages(gauge, figures)
  measureSms(gauge, figures)
  measureDocuments(gauge, figures)
  measureBackups(gauge, figures)

  const counters = new Map([
    [`POST /api${api.public.submit.path}`, submissions],
    ['POST /industrial-attachment/apply', submissions],
    ['POST /sw/industrial-attachment/apply', submissions],
    [`POST /api${api.auth.login.path}`, signIns],
  ])
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const route = routeOptions.url ?? 'none'
    const labels = {
      method: methods.has(method) ? method : 'other',
      route,
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    requests.observe(labels, reply.elapsedTime / 1000)
    counters.get(`${method} ${route}`)?.inc({ outcome: outcomeOf(reply.statusCode) })
    done()
  })

  app.get('/metrics', async (request, reply) => {
    if (!isSame(bearerToken(request) ?? '', token)) {
      reply.header('www-authenticate', 'Bearer')
      return sendError(reply, 401, 'Please send the token of METRICS_TOKEN.')
    }
    reply.header('cache-control', 'no-store')
    return reply.type(register.contentType).send(await register.metrics())
  })
  return {
    countMail: (outcome) => mails.inc({ outcome }),
    countSms: (outcome) => sms.inc({ outcome }),
    watchJob(name, job) {
      const store = (value: number) => () => jobs.set({ name }, value)
      job.then(store(0), store(1))
      return job
    },
  }

  /** Creates a counter that has the value 0 for each outcome. */
  function counter(name: string, help: string, outcomes: string[]) {
    const one = new Counter({ name, help, labelNames: ['outcome'], registers })
    for (const outcome of outcomes) one.inc({ outcome }, 0)
    return one
  }

  /** Creates a gauge. `read` sets its value each time Prometheus asks for the metrics. */
  function gauge(name: string, help: string, read: (one: StateGauge) => Promise<void> | void) {
    const one: StateGauge = new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers,
      collect: () => read(one),
    })
  }
}

function outcomeOf(status: number) {
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'accepted'
}

/** Compares two tokens in constant time, against timing attacks. */
function isSame(given: string, token: string) {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(given), hashOf(token))
}

function connectionsOf({ server }: FastifyInstance) {
  return new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
