import { Gauge, type Registry } from '@prometheus-io/client'

import { isReady } from '../database/open.ts'
import { documentFigures } from '../services/documents/document-figures.ts'
import { freeBytesOf } from '../services/free-bytes.ts'
import { backupFigures } from '../services/last-backup.ts'
import { backlog } from '../services/messages/outbox-list.ts'
import { smsFigures } from '../services/sms/spending.ts'
import { locationOf } from '../settings.ts'
import type { AppContext } from './context.ts'

/** One value, values by state, or none. */
type Value = number | boolean | Record<string, number> | undefined

/**
 * Measures figures, each time Prometheus asks for the metrics. A figure that cannot be read is NaN, which
 * fires no alert.
 */
export function measureFigures(
  registers: Registry[],
  { db, engine, settings }: Pick<AppContext, 'db' | 'engine' | 'settings'>,
) {
  const { documents, unattachedBytes, oldestUnscanned } = documentFigures(db)
  // Without backups on this machine there is no figure, so that an alert looks at the others.
  const backup = () => backupFigures(locationOf(settings), Date.now())
  add('data_free_bytes', 'Free bytes of the disk of DATA_DIR', () => freeBytesOf(settings.DATA_DIR))
  add(
    'database_connections',
    'Connections to the database: in use, idle, and requests that wait for one',
    async () => engine.connections(),
  )
  add('database_ready', '1 when the database answers and is up to date, as /readyz says', () =>
    isReady(db, engine).catch(() => false),
  )
  add(
    'messages',
    'Messages to applicants: waiting, failed, and failed because of the recipient (refused)',
    async () => {
      const { waiting, failed, refused } = await backlog(db)
      return { waiting, failed, refused }
    },
  )
  add(
    'messages_overdue_seconds',
    'For how long the message that was due first has waited',
    async () => (await backlog(db)).overdue,
  )
  add(
    'mails_paused',
    '1 while the mail server refuses the sender, so that no mail goes out',
    async () => (await backlog(db)).isPaused,
  )
  add(
    'sms_month_cost',
    'Cost of the SMS of this month in Kenya, in the currency of SMS_CURRENCY',
    async () => (await smsFigures(db)).monthCost,
  )
  add(
    'sms_paused',
    '1 while no SMS are sent, because many failed in a row or the gateway refuses all of them',
    async () => (await smsFigures(db)).isPaused,
  )
  add(
    'documents',
    'Documents by the answer of the virus scanner, and unfinished uploads (receiving)',
    documents,
  )
  add('documents_unattached_bytes', 'Bytes of uploads that no application has', unattachedBytes)
  add(
    'documents_oldest_unscanned_seconds',
    'Time since the upload of the oldest document that waits for the virus scanner',
    oldestUnscanned,
  )
  add(
    'backup_age_seconds',
    'Time since the newest backup was made',
    async () => (await backup())?.age,
  )
  add(
    'backup_size_bytes',
    'Size of the database in the newest backup',
    async () => (await backup())?.size,
  )
  add(
    'backup_ok',
    '1 if the last backup has everything, 0 if it failed or lacks documents',
    async () => (await backup())?.isComplete,
  )

  function add(name: string, help: string, read: () => Promise<Value>) {
    const gauge: Gauge<'state'> = new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers,
      async collect() {
        const value = await read().catch(() => NaN)
        gauge.reset()
        if (typeof value === 'object') {
          for (const [state, count] of Object.entries(value)) gauge.set({ state }, count)
        } else if (value !== undefined) gauge.set(Number(value))
      },
    })
  }
}
