import { emailSenderOf } from '../../email-setup.ts'
import { contentReader } from '../../services/content/content-reader.ts'
import { findUnusableTexts } from '../../services/messages/message-templates.ts'
import type { Settings } from '../../settings.ts'
import { problemFinding } from './finding.ts'
import { withReady } from './with-ready.ts'

/** Checks that the message texts of staff can be sent. */
export async function checkTemplates(settings: Settings) {
  const unusable = await withReady(settings, async (db) =>
    findUnusableTexts(db, await emailSenderOf(settings, contentReader(db))()),
  )
  return (unusable ?? []).map(({ name, problem }) => {
    const what = `The message text "${name}" cannot be sent, so our own text is sent (${problem})`
    return problemFinding(what, 'Change it under /admin/messages, or use our text again there.')
  })
}
