import { findProblems } from '../../contract/content/problems.ts'
import type { Database } from '../database/tables.ts'
import { publicationOf, readFields } from '../services/content/content-items.ts'
import { readSitePaths } from '../services/content/site-paths.ts'
import { problemFinding, warningFinding, type Finding } from './finding.ts'

/** Items that are named in a finding. */
const mostNamed = 5

/** Checks that pages can show the published content, and that its links lead somewhere. */
export async function checkContent(db: Database, now: number): Promise<Finding[]> {
  const versions = await db.selectFrom('content_version').select('version').execute()
  if (versions.length !== 1) {
    return [
      problemFinding(
        `The content has ${versions.length} versions, and not 1, so pages show the seed`,
        versions.length === 0
          ? 'Start the server: it stores the content of a new installation.'
          : 'Tell the developers.',
      ),
    ]
  }
  const isSitePath = await readSitePaths(db)
  const rows = await db.selectFrom('content').selectAll().execute()
  const wrong = rows.flatMap((row) => {
    const { collection, slug } = row
    const { published } = publicationOf(row, now)
    if (published === null) return []
    const [problem] = findProblems(collection, readFields(collection, published), isSitePath)
    return problem ? [`${collection}/${slug}: ${problem.message}`] : []
  })
  if (wrong.length === 0) return []
  const more = wrong.length > mostNamed ? ` and ${wrong.length - mostNamed} more` : ''
  const what = `${wrong.length} published items of the content are wrong: ${wrong.slice(0, mostNamed).join(' ')}${more}`
  return [warningFinding(what, 'Mend and publish them again in the back office.')]
}
