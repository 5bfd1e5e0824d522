import { isComplete } from '../../../contract/content/items.ts'
import { prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { inTime, type ReaderOptions, readOrLast } from '../single-flight.ts'
import { readFields } from './content-items.ts'
import {
  contentAt,
  publicColumns,
  seedAt,
  type PublicationRow,
  type PublicContent,
} from './public-content.ts'

export interface ContentReader {
  /**
   * The public content. The result is the same object until something changes. It is never older than
   * the call, except while the database cannot be reached: then it is the last one, or the seed.
   */
  read: () => Promise<PublicContent>
  /**
   * The content as if every complete draft were published now, for a preview; with the id of an item, as
   * if only its draft were, to check the size of pages. It is not cached.
   */
  readDrafts: (only?: string) => Promise<PublicContent>
}

/** Rows that are in memory with their version; undefined stands for the seed. */
type Cached = { version: string; rows: readonly PublicationRow[] } | undefined

/**
 * Reads the content for pages, one reader per process. Rows are cached by the content version, and
 * what they show by the next time at which a schedule or a day changes something.
 */
export function contentReader(
  db: Database,
  { clock = Date.now, onError = () => {} }: ReaderOptions = {},
): ContentReader {
  const show = cacheShown(clock)
  let cached: Cached
  const load = readOrLast(async () => {
    const [row] = await inTime(selectVersion(db, {}))
    if (!row) throw new Error('The content has not been stored yet.')
    if (cached?.version !== row.version) cached = await readRows(db, row.version)
    return cached
  }, onError)
  return {
    read: async () => show(await load()),
    readDrafts: (only) => readDrafts(db, clock(), only),
  }
}

/** Caches what the latest rows show, until a schedule or a day changes it. */
function cacheShown(clock: () => number) {
  let last: { of: Cached; content: PublicContent } | undefined
  return (rows: Cached) => {
    const at = clock()
    if (last && last.of === rows && at < last.content.until) return last.content
    const content = rows ? contentAt(rows.version, rows.rows, at) : seedAt(at)
    last = { of: rows, content }
    return content
  }
}

const selectVersion = prepared((db) => db.selectFrom('content_version').select('version'))

/** The rows may be newer than the version: then the next call finds another version. */
async function readRows(db: Database, version: string) {
  const rows = await db
    .selectFrom('content')
    .select(publicColumns)
    .where((is) => is.or([is('published', 'is not', null), is('scheduled', 'is not', null)]))
    .orderBy('position')
    .orderBy('_id')
    .execute()
  return { version, rows }
}

async function readDrafts(db: Database, at: number, only?: string) {
  const rows = await db
    .selectFrom('content')
    .select(['_id', 'draft', ...publicColumns])
    .orderBy('position')
    .orderBy('_id')
    .execute()
  const drafts = rows.map((row) => {
    const isMeant = only === undefined || only === row._id
    if (!isMeant || !isComplete(row, readFields(row, row.draft))) return row
    return { ...row, published: row.draft, scheduled: null, publishAt: null, hideAt: null }
  })
  return contentAt('drafts', drafts, at)
}
