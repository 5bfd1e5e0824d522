import type { Database } from '../../database/tables.ts'
import { publishedProblems } from '../../services/content/publishing.ts'
import {
  problemFinding,
  warningFinding,
  type Finding,
  type DoctorEnvironment,
  noteFinding,
} from './finding.ts'
import { keptSentence } from '../../../contract/content/kept-items.ts'
import { contentReader } from '../../services/content/content-reader.ts'
import type { Settings } from '../../settings.ts'
import { withReady } from './with-ready.ts'

/** Items that are named in a finding. */
const mostNamed = 5

/** Checks that pages can show the published content, and that its links lead somewhere. */
export async function checkContent(db: Database, now: number): Promise<Finding[]> {
  const versions = await db.selectFrom('content_version').select('version').execute()
  if (versions.length !== 1) {
    const what = `The content has ${versions.length} versions, and not 1, so pages show the seed`
    const restart =
      versions.length > 0
        ? 'Run "delete from content_version" in the database, then restart'
        : 'Restart'
    const todo = `${restart} the server: it stores the version again, and no content changes.`
    return [problemFinding(what, todo)]
  }
  const wrong = await publishedProblems(db, now)
  if (wrong.length === 0) return []
  const more = wrong.length > mostNamed ? ` and ${wrong.length - mostNamed} more` : ''
  const what = `Published items of the content are wrong: ${wrong.slice(0, mostNamed).join(' ')}${more}`
  return [warningFinding(what, 'Mend and publish them again in the back office.')]
}

/** Says how many events, jobs and calls the website shows as before, although their date is past. */
export async function checkKeptItems({ now }: Pick<DoctorEnvironment, 'now'>, settings: Settings) {
  const content = await withReady(settings, (db) => contentReader(db, { clock: now }).read())
  const sentence = content && keptSentence(content.kept)
  if (sentence === undefined) return []
  const todo = 'Change “After its date” of each under /admin/website, or leave it.'
  return [noteFinding(sentence, todo)]
}
