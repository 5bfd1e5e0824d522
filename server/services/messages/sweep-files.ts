import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Database } from '../../database/tables.ts'
import { smsFolder } from './sms-files.ts'
import { mailFolder } from './email-files.ts'

const batchSize = 500

/** The folders of messages that are written to files instead of sent. */
export const messageFoldersOf = (dataDir: string) => [mailFolder(dataDir), smsFolder(dataDir)]

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
