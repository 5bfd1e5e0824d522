import type { Database, DocumentsTable } from '../../database/tables.ts'

/** Figures for the metrics. */
export function documentFigures(db: Database) {
  return {
    documents: () => countByState(db),
    unattachedBytes: () => unattachedBytes(db),
    oldestUnscanned: () => oldestUnscanned(db),
  }
}

/** Numbers of documents and of unfinished uploads by state. */
async function countByState(db: Database) {
  const rows = await db
    .selectFrom('documents')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = { receiving: 0, scanning: 0, clean: 0, unchecked: 0, refused: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts satisfies Record<DocumentsTable['state'], number>
}

/** Bytes of uploads that no application has, also of those to come. New uploads have a limit for it. */
export async function unattachedBytes(db: Database) {
  const { bytes } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where('attachment', 'is', null)
    .executeTakeFirstOrThrow()
  return bytes ?? 0
}

/** Seconds since the upload of the oldest document began that the virus scanner has not scanned. */
async function oldestUnscanned(db: Database) {
  const { first } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.min('createdAt').as('first'))
    .where('state', '=', 'scanning')
    .executeTakeFirstOrThrow()
  return first === null ? 0 : Math.max(0, Date.now() - Date.parse(first)) / 1000
}
