import { randomUUID } from 'node:crypto'

import { emailSenderOf } from '../../server/email-setup.ts'
import type { Database } from '../../server/database/tables.ts'
import { contentReader } from '../../server/services/content/content-reader.ts'
import { inTransaction } from '../../server/database/transaction.ts'
import { enqueueMessage } from '../../server/services/messages/outbox.ts'
import { outboxWorker } from '../../server/services/messages/outbox-worker.ts'
import { saveTemplate } from '../../server/services/messages/message-templates.ts'
import { ownText } from '../../server/services/messages/email-templates.ts'
import { messageRenderer } from '../../server/services/messages/render-message.ts'
import { readSettings } from '../../server/settings.ts'
import { languages } from '../../contract/language/languages.ts'
import type { TestEngine } from '../../tests/support/server.ts'
import { databaseWith, enginesOf, engineNames } from './engines.ts'
import { writeToMany } from './write-to-many.ts'
import { median, quantity, type Figure, type Measure, type Setting } from './figure.ts'

const readSender = (db: Database) =>
  emailSenderOf(readSettings({ PUBLIC_URL: 'https://www.example.org' }), contentReader(db))

/** Messages in one round. */
const together = 250

/** Messages with texts that staff have edited, and messages to many people at once. */
export const messages: Measure = async (setting) => {
  const figures: Figure[] = []
  for (const engine of enginesOf(setting)) {
    figures.push(await sendEdited(engine, setting), ...(await writeToMany(engine, setting)))
  }
  return figures
}

/** Sends 10,000 messages with our text and 10,000 with an edited one, in turn, by a fake mail server. */
async function sendEdited(engine: TestEngine, setting: Setting): Promise<Figure> {
  const database = await databaseWith(engine, setting, together)
  const times = { ours: [] as number[], edited: [] as number[] }
  try {
    const { db } = database
    const rows = await db.selectFrom('attachments').select('_id').execute()
    const ids = rows.map(({ _id }) => _id)
    const count = setting.quick ? 2000 : 10_000
    for (let round = -1; round < count / together; round++) {
      for (const text of ['ours', 'edited'] as const) {
        await setText(db, text)
        const time = await send(db, ids)
        if (round >= 0) times[text].push(time)
      }
    }
  } finally {
    await database.close()
  }
  const [ours, edited] = [median(times.ours), median(times.edited)]
  return {
    what: `e-mails with edited texts, ${engineNames[engine]}`,
    measured: `${quantity((together / edited) * 1000)} a second`,
    limit: `${quantity((together / ours) * 1000)} a second with ours`,
    value: edited / ours,
    target: 'edited texts',
  }
}

async function setText(db: Database, text: 'ours' | 'edited') {
  if (text === 'ours') return db.deleteFrom('message_templates').execute()
  for (const language of languages) {
    const { subject, body, sms } = ownText(language, 'received')
    const input = { intake: null, subject, body: `Karibu!\n\n${body}`, sms, updatedAt: null }
    await saveTemplate(
      db,
      await readSender(db)(),
      { kind: 'received', language },
      input,
      randomUUID(),
    )
  }
  return undefined
}

/** Milliseconds of sending a message to each application. */
async function send(db: Database, ids: string[]) {
  await db.deleteFrom('outbox').execute()
  await inTransaction(db, (transaction) =>
    enqueueMessage(transaction, 'received', ids, null, { emailOnly: true }),
  )
  const worker = outboxWorker({
    db,
    transport: 'email',
    carrier: { name: 'mail', isRepeatable: true, send: async () => ({ result: 'sent' }) },
    render: messageRenderer(readSender(db)),
    report: () => {},
    onError: (error) => {
      throw error
    },
    timing: { gap: 0 },
  })
  let sent = 0
  const began = performance.now()
  const { signal } = new AbortController()
  while (await worker(signal)) sent++
  const time = performance.now() - began
  if (sent !== ids.length) throw new Error(`${sent} of ${ids.length} messages were sent`)
  return time
}
