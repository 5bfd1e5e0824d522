import { expect } from 'vitest'

import type { Database } from '../../server/database/tables.ts'
import { emailSenderOf } from '../../server/email-setup.ts'
import { kindRules } from '../../server/jobs.ts'
import { contentReader } from '../../server/services/content/content-reader.ts'
import type { OutgoingMessage } from '../../server/services/messages/carrier.ts'
import { outboxWorker } from '../../server/services/messages/outbox-worker.ts'
import { messageRenderer } from '../../server/services/messages/render-message.ts'
import { readSettings } from '../../server/settings.ts'

/** Runs the workers until nothing is due, as if the undo minute had passed. Returns what was sent. */
export async function sendDue(db: Database, PUBLIC_URL: string) {
  await db.updateTable('outbox').set({ dueAt: '2026-01-01T00:00:00.000Z' }).execute()
  const sent: OutgoingMessage[] = []
  const common = {
    db,
    kindRules,
    render: messageRenderer(emailSenderOf(readSettings({ PUBLIC_URL }), contentReader(db))),
    report: () => {},
    onError: (error: unknown) => expect(error).toBeUndefined(),
    timing: { gap: 0 },
  }
  for (const transport of ['email', 'sms'] as const) {
    const worker = outboxWorker({
      ...common,
      transport,
      carrier: {
        name: 'file',
        isRepeatable: true,
        send: async (message) => {
          sent.push(message)
          return { result: 'sent' }
        },
      },
    })
    while (await worker(new AbortController().signal));
  }
  return sent
}
