import { keptSentence } from '../../../contract/content/kept-items.ts'
import { contentReader } from '../../services/content/content-reader.ts'
import type { Settings } from '../../settings.ts'
import { type DoctorEnvironment, noteFinding } from './finding.ts'
import { withReady } from './with-ready.ts'

/** Says how many events, jobs and calls the website shows as before, although their date is past. */
export async function checkKeptItems({ now }: Pick<DoctorEnvironment, 'now'>, settings: Settings) {
  const content = await withReady(settings, (db) => contentReader(db, { clock: now }).read())
  const sentence = content && keptSentence(content.kept)
  if (sentence === undefined) return []
  const todo = 'Change “After its date” of each under /admin/website, or leave it.'
  return [noteFinding(sentence, todo)]
}
