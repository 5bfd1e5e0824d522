import { keptSentence } from '../../../contract/content/kept-items.ts'
import { contentReader } from '../../services/content/content-reader.ts'
import { locationOf, type Settings } from '../../settings.ts'
import type { DoctorEnvironment } from './doctor-environment.ts'
import { noteFinding, type Finding } from './finding.ts'
import { openReady } from './open-ready.ts'

/** Says how many events, jobs and calls the website shows as before, although their date is past. */
export async function checkKeptItems(
  { now }: Pick<DoctorEnvironment, 'now'>,
  settings: Settings,
): Promise<Finding[]> {
  const db = await openReady(locationOf(settings))
  if (!db) return []
  try {
    const { kept } = await contentReader(db, { clock: now }).read()
    const sentence = keptSentence(kept)
    if (sentence === undefined) return []
    return [
      noteFinding(sentence, 'Change “After its date” of each under /admin/website, or leave it.'),
    ]
  } finally {
    await db.destroy()
  }
}
