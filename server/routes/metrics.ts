import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

import packageJson from '#package' with { type: 'json' }
import { api } from '../../contract/api.ts'
import type { Transport } from '../../contract/message/message.ts'
import type { JobRun } from '../services/job-loop.ts'
import type { Attempted } from '../services/messages/carrier.ts'
import { sendError } from '../http/error-handler.ts'
import { bearerToken } from '../http/guard.ts'
import type { AppContext } from './context.ts'
import { measureFigures } from './figure-metrics.ts'

export interface Metrics {
  countMessage: (transport: Transport, attempted: Attempted) => void
  /** Measures a run of a recurring job. */
  countRun: (job: string, run: JobRun) => void
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Serves `/metrics` in Prometheus' text format to requests with the token. The label of a route is
 * its URL pattern, so no metric contains personal data.
 */
export function measure(
  app: FastifyInstance,
  token: string,
  parts: Pick<AppContext, 'db' | 'engine' | 'settings'>,
): Metrics {
  const register = new Registry()
  const registers = [register]
  // No time window: when the clock is set forward, it blocks the process for half a second a year.
  collectDefaultMetrics({ register, eventLoopUtilizationMaxAgeSeconds: 0 })

  measureRequests(app, registers)
  measureFigures(registers, parts)
  const messages = {
    email: outcomes(
      registers,
      'mails_total',
      'Attempts to send a mail: accepted, refused for good by the recipient, or failed',
    ),
    sms: outcomes(
      registers,
      'sms_total',
      'Attempts to send an SMS: accepted, refused for good by the gateway, or failed',
    ),
  }
  new Gauge({
    name: 'build_info',
    help: 'The version that runs, as a label',
    labelNames: ['version'],
    registers,
  }).set({ version: packageJson.version }, 1)
  const connections: Gauge = new Gauge({
    name: 'http_connections',
    help: 'Open connections of clients',
    registers,
    collect: async () => connections.set(await connectionsOf(app)),
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
    countMessage: (transport, outcome) => messages[transport].inc({ outcome }),
    countRun: measureJobs(registers),
  }
}

/** Measures requests by route, and the outcomes of those that matter most. */
function measureRequests(app: FastifyInstance, registers: Registry[]) {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests, by how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const submissions = outcomes(
    registers,
    'submissions_total',
    'Submissions of the application form: accepted, refused (4xx) or failed (5xx)',
  )
  const signIns = outcomes(
    registers,
    'sign_ins_total',
    'Attempts to sign in: accepted, refused (4xx) or failed (5xx)',
  )
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
}

/** Creates a counter that has the value 0 for each outcome. */
function outcomes(registers: Registry[], name: string, help: string) {
  const counter = new Counter({ name, help, labelNames: ['outcome'], registers })
  for (const outcome of ['accepted', 'refused', 'failed']) counter.inc({ outcome }, 0)
  return counter
}

/** Measures the recurring jobs of this process by name. Returns the function that counts a run. */
function measureJobs(registers: Registry[]): Metrics['countRun'] {
  const config = (name: string, help: string) => ({ name, help, labelNames: ['name'], registers })
  const failing = new Gauge(config('jobs_failing', '1 if the latest run of a recurring job failed'))
  const lastSuccess = new Gauge(
    config('jobs_last_success_timestamp_seconds', 'End of the latest run that did not fail'),
  )
  const duration = new Gauge(config('jobs_last_duration_seconds', 'Length of the latest run'))
  const done = new Counter(
    config('jobs_done_total', 'Messages, documents, alerts, changes of offers or deletions'),
  )
  return (name, { count, seconds, problem }) => {
    failing.set({ name }, Number(problem !== null))
    duration.set({ name }, seconds)
    done.inc({ name }, count)
    if (problem === null) lastSuccess.set({ name }, Date.now() / 1000)
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
