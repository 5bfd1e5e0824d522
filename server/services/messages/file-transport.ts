import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Database } from '../../database/tables.ts'
import type { Carrier } from './transport.ts'
import { renameDurably } from '../durable-files.ts'
import { mimeOf, type Letterhead } from './mime.ts'

const extension = '.eml'
const step = 500

/** The folder of messages where there is no mail server. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

/** Puts messages into files that mail programs open; the same message is always the same file. */
export function fileCarrier(folder: string, letterhead: Letterhead): Carrier {
  const fileOf = (_id: string) => join(folder, `${_id}${extension}`)
  return {
    name: 'file',

    async send(message, commit) {
      const { bytes } = await mimeOf(message, letterhead)
      const unfinished = `${fileOf(message._id)}.unfinished`
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await write(unfinished, bytes)
        await commit()
        await renameDurably(unfinished, fileOf(message._id))
        return { result: 'sent' }
      } catch {
        await rm(unfinished, { force: true }).catch(() => {})
        return { result: 'closed', trouble: 'not stored' }
      }
    },

    rest: async () => {},
    discard: ({ _id }) => rm(fileOf(_id), { force: true }),
  }
}

/** Removes the files of messages that are gone, or whose words are; other files stay. */
export async function sweep(db: Database, folder: string) {
  const names = await readdir(folder).catch(() => [])
  const own = Map.groupBy(names, (name) => ownName.exec(name)?.[1] ?? '')
  own.delete('')
  const ids = [...own.keys()]
  for (let start = 0; start < ids.length; start += step) {
    const some = ids.slice(start, start + step)
    const rows = await db
      .selectFrom('outbox')
      .select('_id')
      .where('_id', 'in', some)
      .where((column) =>
        column.or([column('text', 'is not', null), column('state', '=', 'sending')]),
      )
      .execute()
    const kept = new Set(rows.map(({ _id }) => _id))
    for (const name of some.filter((_id) => !kept.has(_id)).flatMap((_id) => own.get(_id)!)) {
      await rm(join(folder, name), { force: true })
    }
  }
}

/** A message's id, finished or not. */
const ownName = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.eml/

async function write(file: string, bytes: Buffer) {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
  } finally {
    await handle.close()
  }
}
