import { Gauge, type Registry } from '@prometheus-io/client'

import type { documentFigures } from '../services/documents/document-figures.ts'
import type { backupFigures } from '../services/last-backup.ts'
import type { backlog } from '../services/messages/outbox-list.ts'
import type { smsFigures } from '../services/sms/sms-status.ts'

/** Functions that read figures each time Prometheus asks for the metrics. */
export interface Figures extends ReturnType<typeof documentFigures> {
  isReady: () => Promise<boolean>
  /** Numbers of database connections by state; undefined without a connection pool. */
  connections: () => Record<string, number> | undefined
  /** Bytes that are free for `DATA_DIR`. */
  freeBytes: () => Promise<number>
  messages: () => ReturnType<typeof backlog>
  sms: () => ReturnType<typeof smsFigures>
  /** Undefined if this machine makes no backups, so that an alert looks at the others. */
  backup: () => ReturnType<typeof backupFigures>
}

/** One value, values by state, or none. */
type Value = number | boolean | Record<string, number> | undefined

/** Measures the figures. A figure that cannot be read is NaN, which fires no alert. */
export function measureFigures(registers: Registry[], figures: Figures) {
  const { messages, sms, backup } = figures
  add('data_free_bytes', 'Free bytes of the disk of DATA_DIR', figures.freeBytes)
  add(
    'database_connections',
    'Connections to the database: in use, idle, and requests that wait for one',
    async () => figures.connections(),
  )
  add('database_ready', '1 when the database answers and is up to date, as /readyz says', () =>
    figures.isReady().catch(() => false),
  )
  add(
    'messages',
    'Messages to applicants: waiting, failed, and failed because of the recipient (refused)',
    async () => {
      const { waiting, failed, refused } = await messages()
      return { waiting, failed, refused }
    },
  )
  add(
    'messages_overdue_seconds',
    'For how long the message that was due first has waited',
    async () => (await messages()).overdue,
  )
  add(
    'mails_paused',
    '1 while the mail server refuses the sender, so that no mail goes out',
    async () => (await messages()).isPaused,
  )
  add(
    'sms_month_cost',
    'Cost of the SMS of this month in Kenya, in the currency of SMS_CURRENCY',
    async () => (await sms()).monthCost,
  )
  add(
    'sms_paused',
    '1 while no SMS are sent, because many failed in a row or the gateway refuses all of them',
    async () => (await sms()).isPaused,
  )
  add(
    'documents',
    'Documents by the answer of the virus scanner, and unfinished uploads (receiving)',
    figures.documents,
  )
  add(
    'documents_unattached_bytes',
    'Bytes of uploads that no application has',
    figures.unattachedBytes,
  )
  add(
    'documents_oldest_unscanned_seconds',
    'Time since the upload of the oldest document that waits for the virus scanner',
    figures.oldestUnscanned,
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
