import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '../../database/create-folder.ts'
import type { Database } from '../../database/tables.ts'
import { renameDurably } from '../durable-files.ts'
import type { Carrier, OutgoingMessage } from './carrier.ts'
import { mailOptions, type SenderHeaders } from './mime.ts'

/** The folder in which e-mails are stored if no mail server is set up. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

/** The folder in which SMS are stored if nothing is set up. */
export const smsFolder = (dataDir: string) => join(dataDir, 'sms')

/** The folders of messages that are written to files instead of sent. */
export const messageFoldersOf = (dataDir: string) => [mailFolder(dataDir), smsFolder(dataDir)]

/** Writes e-mails to `.eml` files, which mail programs can open. */
export function emailFiles(folder: string, readHeaders: () => Promise<SenderHeaders>): Carrier {
  return messageFiles(folder, 'eml', async (email) => {
    // Loaded with the first e-mail, so that the server starts faster.
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
    return new MailComposer(mailOptions(email, await readHeaders())).compile().build()
  })
}

/** Writes SMS to text files, for trying the product out. */
export function smsFiles(folder: string): Carrier {
  return messageFiles(folder, 'txt', ({ to, text }) => `To: ${to}\n\n${text}\n`)
}

/** Writes each message to a file of its own, named by its id. A retry writes the same file. */
function messageFiles(
  folder: string,
  extension: 'eml' | 'txt',
  render: (message: OutgoingMessage) => Promise<Buffer> | string,
): Carrier {
  const fileOf = (_id: string) => join(folder, `${_id}.${extension}`)
  return {
    name: 'file',
    isRepeatable: true,

    async send(message) {
      const content = await render(message)
      const unfinished = `${fileOf(message._id)}.unfinished`
      try {
        createFolder(folder)
        await writeFile(unfinished, content, { mode: 0o600 })
        await renameDurably(unfinished, fileOf(message._id))
        return { result: 'sent' }
      } catch {
        await rm(unfinished, { force: true }).catch(() => {})
        return { result: 'unavailable', trouble: 'not stored' }
      }
    },

    discard: (_id) => rm(fileOf(_id), { force: true }),
  }
}

const batchSize = 500

/** Removes the files of deleted messages, and of messages whose text was deleted. */
export async function sweep(db: Database, folders: string[]) {
  for (const folder of folders) await sweepFolder(db, folder)
}

async function sweepFolder(db: Database, folder: string) {
  const names = await readdir(folder).catch(() => [])
  const files = Map.groupBy(names, (name) => messageFile.exec(name)?.[1] ?? '')
  files.delete('')
  const ids = [...files.keys()]
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const rows = await db
      .selectFrom('outbox')
      .select('_id')
      .where('_id', 'in', batch)
      .where((column) =>
        column.or([column('text', 'is not', null), column('state', '=', 'sending')]),
      )
      .execute()
    const kept = new Set(rows.map(({ _id }) => _id))
    for (const name of batch.filter((_id) => !kept.has(_id)).flatMap((_id) => files.get(_id)!)) {
      await rm(join(folder, name), { force: true })
    }
  }
}

/** The name of a message's file, finished or not. The group is the id of the message. */
const messageFile = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(?:eml|txt)/
