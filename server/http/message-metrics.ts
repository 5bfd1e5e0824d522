import type { AddGauge } from './document-metrics.ts'

/** Functions that read figures of messages each time Prometheus asks for the metrics. */
export interface MessageFigures {
  messages: () => Promise<Backlog>
}

interface Backlog {
  waiting: number
  failed: number
  /** Failed messages whose recipient cannot be reached, such as a mistyped address. */
  refused: number
  /** Seconds since the first waiting message was due. */
  overdue: number
  /** Whether the mail server refuses the sender. */
  isPaused: boolean
}

export function measureMessages(addGauge: AddGauge, figures: MessageFigures) {
  const read = () => figures.messages().catch(() => unknown)
  addGauge(
    'messages',
    'Messages to applicants: waiting, failed, and failed because of the recipient (refused)',
    async (gauge) => {
      const { waiting, failed, refused } = await read()
      gauge.set({ state: 'waiting' }, waiting)
      gauge.set({ state: 'failed' }, failed)
      gauge.set({ state: 'refused' }, refused)
    },
  )
  addGauge(
    'messages_overdue_seconds',
    'For how long the message that was due first has waited',
    async (gauge) => gauge.set((await read()).overdue),
  )
  addGauge(
    'mails_paused',
    '1 while the mail server refuses the sender, so that no mail goes out',
    async (gauge) => gauge.set(Number((await read()).isPaused)),
  )
}

/** The figures while the database does not answer. */
const unknown = { waiting: NaN, failed: NaN, refused: NaN, overdue: NaN, isPaused: NaN }
