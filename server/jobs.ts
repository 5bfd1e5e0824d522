import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Database } from './database/tables.ts'
import { onAfterCommit } from './database/transaction.ts'
import { emailCarrierOf } from './email-setup.ts'
import type { Metrics } from './routes/metrics.ts'
import type { AppContext } from './routes/context.ts'
import { deleteExpired } from './services/cleanup.ts'
import {
  createAnswersLink,
  isAnswersRequestOutdated,
} from './services/applications/questions/answer-requests.ts'
import { createLink, isRequestOutdated } from './services/documents/document-requests.ts'
import { scanWorker } from './services/documents/scan-worker.ts'
import { sendAlerts } from './services/intakes/intake-alerts.ts'
import { runComparison } from './services/compare-applications.ts'
import {
  isOfferReminderOutdated,
  lapseOffers,
  promoteWaiting,
  remindOfOffers,
} from './services/applications/offer-jobs.ts'
import { startJob, type JobFunction, type JobRun } from './services/job-loop.ts'
import { now } from './services/ids.ts'
import { storeChecks } from './services/last-checks.ts'
import { usualTiming, type Timing } from './services/messages/attempts.ts'
import { attemptedOf, type Carrier } from './services/messages/carrier.ts'
import { withPause } from './services/messages/email-pause.ts'
import {
  outboxWorker,
  type KindRules,
  type OutboxParts,
} from './services/messages/outbox-worker.ts'
import { messageRenderer } from './services/messages/render-message.ts'
import { isWritingOutdated } from './services/messages/write-to-many.ts'
import {
  isPaperReminderOutdated,
  lapseWithoutPapers,
  remindOfDuePapers,
} from './services/applications/papers/paper-reminders.ts'
import { isStartReminderOutdated, remindOfStarts } from './services/placements/start-reminders.ts'
import { noSmsCarrier } from './services/sms/sms-carrier.ts'
import { smsRules } from './services/sms/sms-rules.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

interface Job {
  /** Milliseconds between two runs. */
  interval: number
  /** Milliseconds from the start of the server to the first run. */
  delay?: number | undefined
  /** Whether the job does one item in each run, and also runs after each commit that queues some. */
  isQueue?: boolean | undefined
  /** The log message of a failed run. */
  failure: string
  /** Creates the function that is run. It returns how much it has done. */
  create: (context: JobContext) => JobFunction
}

/**
 * Everything that runs by itself while the server listens. Each server runs all jobs; row locks and
 * leases keep two servers from doing the same. Publication at a set time needs no job: the readers of
 * content compare its times with the clock.
 */
export const jobs: Record<string, Job> = {
  emails: {
    interval: usualTiming.tick,
    isQueue: true,
    failure: 'messages could not be sent',
    create(context) {
      return messageWorker(context, { transport: 'email', carrier: context.emailCarrier })
    },
  },
  sms: {
    interval: usualTiming.tick,
    isQueue: true,
    failure: 'SMS could not be sent',
    create(context) {
      const { db, smsCarrier, settings } = context
      const { SMS_PRICE: price, SMS_MONTH_BUDGET: month, SMS_DAY_CAP: today } = settings
      const rules = smsRules({ db, carrier: smsCarrier, price, limits: { month, today } })
      const carrier = smsCarrier ?? noSmsCarrier
      return messageWorker(context, { transport: 'sms', carrier, rules })
    },
  },
  scans: {
    interval: 5 * second,
    isQueue: true,
    failure: 'documents cannot be scanned',
    create({ db, documentStore: store, settings, log }) {
      return scanWorker({
        db,
        store,
        clamd: settings.CLAMD,
        onVirus: (document, virus) => log.warn({ document, virus }, 'a document had a virus'),
        onFailure: (document, reason) =>
          log.error({ document, reason }, 'a document could not be scanned'),
      })
    },
  },
  offers: {
    interval: 10 * second,
    failure: 'the jobs of offers failed',
    create({ db }) {
      return () => runOfferJobs(db)
    },
  },
  persons: {
    interval: minute,
    delay: 5 * second,
    failure: 'applications could not be compared',
    create({ db }) {
      return (signal) => runComparison(db, signal)
    },
  },
  alerts: {
    interval: minute,
    failure: 'alerts of intakes could not be sent',
    create({ db, emailCarrier: carrier, emailSender }) {
      return async () => sendAlerts({ db, carrier, sender: await emailSender() })
    },
  },
  cleanup: {
    interval: hour,
    // The first cleanup waits for the initial load to pass and for NTP to set the clock.
    delay: 10 * minute,
    failure: 'cleanup failed',
    create({ db, engine, ...stores }) {
      return () => deleteExpired(db, engine, stores)
    },
  },
}

/** The jobs of offers and placements. The places that become free go to the waiting list. */
export async function runOfferJobs(db: Database) {
  const lapsed = await lapseOffers(db)
  const reminded = await remindOfOffers(db)
  const lost = await lapseWithoutPapers(db)
  const promoted = await promoteWaiting(db)
  const started = await remindOfStarts(db)
  return lapsed + reminded + lost + promoted + started + (await remindOfDuePapers(db))
}

/** The kinds of messages that time makes untrue, or that have a one-time link. */
export const kindRules: KindRules = {
  document_requested: { isOutdated: isRequestOutdated, createLink },
  answers_requested: { isOutdated: isAnswersRequestOutdated, createLink: createAnswersLink },
  offer_reminder: { isOutdated: isOfferReminderOutdated },
  placement_starts: { isOutdated: isStartReminderOutdated },
  written: { isOutdated: isWritingOutdated },
  paper_reminder: { isOutdated: isPaperReminderOutdated },
  paper_late: { isOutdated: isPaperReminderOutdated },
}

function messageWorker(
  { db, emailSender, log, timing, onError, countMessage }: JobContext,
  parts: Pick<OutboxParts, 'transport' | 'carrier' | 'rules'>,
) {
  const { transport } = parts
  return outboxWorker({
    ...parts,
    db,
    kindRules,
    render: messageRenderer(emailSender),
    report({ _id: message, attachment: application }, outcome) {
      countMessage(transport, attemptedOf(outcome))
      if (outcome.result === 'sent') return
      const { trouble, reply } = { trouble: 'no answer', reply: undefined, ...outcome }
      log.error({ message, application, trouble, reply }, notSent[transport])
    },
    onError,
    timing,
  })
}

/** The log message of a failed attempt. */
const notSent = { email: 'a message did not go out', sms: 'an SMS was not sent' }

interface JobContext extends AppContext, Metrics {
  log: FastifyBaseLogger
  emailCarrier: Carrier
  /** Overrides the timing of messages to applicants. */
  timing: Partial<Timing> | undefined
  onError: (error: unknown) => void
}

/** Runs the jobs while the server listens. */
export async function startJobs(
  app: FastifyInstance,
  parts: Omit<JobContext, 'log' | 'emailCarrier' | 'onError'>,
) {
  const { db, settings, emailSender, smsCarrier, timing } = parts
  const { log } = app
  const onError = (err: unknown) => log.error({ err }, 'messages could not be sent')
  const emailCarrier = withPause(db, await emailCarrierOf(settings, emailSender), onError)
  const context = { ...parts, log, emailCarrier, onError }
  const started: ReturnType<typeof startJob>[] = []

  app.addHook('onListen', async () => {
    for (const [name, job] of Object.entries(jobs)) {
      const { delay, isQueue, create } = job
      const interval = (isQueue && timing?.tick) || job.interval
      const report = reporter(name, context)
      const one = startJob({ run: create(context), interval, delay, isQueue, report })
      if (isQueue) onAfterCommit(db, one.wake)
      started.push(one)
    }
  })
  let stopped: Promise<unknown> | undefined
  // Jobs stop while requests still run, because both share the time limit of the shutdown.
  app.addHook('preClose', async () => {
    stopped = Promise.all(started.map(({ stop }) => stop()))
  })
  app.addHook('onClose', async () => {
    await stopped
    for (const carrier of [emailCarrier, smsCarrier]) carrier?.close?.()
  })
}

/** Milliseconds between two stored runs of a job. A write every few seconds would be too many. */
const storeInterval = minute

/** Reports the runs of a job to the log, the metrics and doctor. The log has a lasting failure once. */
function reporter(job: string, { db, log, countRun }: JobContext) {
  let storedAt = -Infinity
  return async (run: JobRun) => {
    const { count, seconds, error, problem, isChange } = run
    countRun(job, run)
    if (!isChange) log[count > 0 ? 'info' : 'debug']({ job, count, seconds }, 'the job ran')
    else if (problem === null) log.info({ job, count, seconds }, 'the job works again')
    else log.error({ job, err: error }, jobs[job]!.failure)
    if (!isChange && performance.now() - storedAt < storeInterval) return
    storedAt = performance.now()
    // An outage of the database makes the jobs themselves fail, so the log has it.
    await storeChecks(db, `job ${job}`, now(), { count, seconds, problem }).catch(() => {})
  }
}
