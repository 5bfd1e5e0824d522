import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Database } from '../../database/tables.ts'
import { renameDurably } from '../durable-files.ts'
import { mailOptions, type SenderHeaders } from './mime.ts'
import type { Carrier } from './carrier.ts'

const extension = '.eml'
const batchSize = 500

/** The folder in which e-mails are stored if no mail server is set up. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

/** Writes e-mails to `.eml` files, which mail programs can open. A retry writes the same file. */
export function emailFiles(folder: string, sender: SenderHeaders): Carrier {
  const fileOf = (_id: string) => join(folder, `${_id}${extension}`)
  return {
    name: 'file',
    isRepeatable: true,

    async send(email) {
      // Loaded with the first e-mail, so that the server starts faster.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const bytes = await new MailComposer(mailOptions(email, sender)).compile().build()
      const unfinished = `${fileOf(email._id)}.unfinished`
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await write(unfinished, bytes)
        await renameDurably(unfinished, fileOf(email._id))
        return { result: 'sent' }
      } catch {
        await rm(unfinished, { force: true }).catch(() => {})
        return { result: 'unavailable', trouble: 'not stored' }
      }
    },

    discard: (_id) => rm(fileOf(_id), { force: true }),
    close: () => {},
  }
}

/** Removes the files of deleted messages, and of messages whose text was deleted. */
export async function sweep(db: Database, folder: string) {
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
const messageFile = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.eml/

async function write(file: string, bytes: Buffer) {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
  } finally {
    await handle.close()
  }
}
