import { findProblems, sentenceOf } from '../../../contract/content/problems.ts'
import type { Database } from '../../database/tables.ts'
import { publicationOf, readFields } from './content-items.ts'
import { readSitePaths } from './site-paths.ts'

/** Problems of published items, such as a link to a page that exists no more. One per item. */
export async function publishedProblems(db: Database, at: number) {
  const isSitePath = await readSitePaths(db)
  const rows = await db.selectFrom('content').selectAll().orderBy('_id').execute()
  return rows.flatMap((row) => {
    const { collection, slug } = row
    const { published } = publicationOf(row, at)
    if (published === null) return []
    const [problem] = findProblems(collection, readFields(collection, published), isSitePath)
    return problem ? [`${collection}/${slug}: ${sentenceOf(collection, problem)}`] : []
  })
}
