import type { Sending, SendingPreview } from '../../../contract/application.ts'
import type { Database } from '../../database/tables.ts'
import { type EmailSender, readEmailRows, renderRow } from '../messages/render-email.ts'
import { notificationFor } from './decision-events.ts'
import { planChanges } from './decisions.ts'

/** The messages that the planned decisions would send, with the words of each. */
export async function previewSending(
  db: Database,
  sender: EmailSender,
  { ids }: Sending,
): Promise<SendingPreview> {
  const { changes, withoutPlace } = await planChanges(db, { ids })
  const rows = await readEmailRows(
    db,
    changes.map(({ before }) => before._id),
  )
  const rowOf = new Map(rows.map((row) => [row._id, row]))
  const names = await namesOf(db, ids)
  const messages = changes.flatMap((change) => {
    const { before, after } = change
    const kind = notificationFor(change)
    const row = rowOf.get(before._id)
    if (!kind || !row) return []
    const { declined_reason, declined_message, answerBy } = after
    const email = renderRow(sender, kind, { ...row, declined_reason, declined_message, answerBy })
    const application = { _id: before._id, name: names.get(before._id) ?? '' }
    return [{ application, transport: 'email' as const, ...email }]
  })
  const warnings =
    withoutPlace.length === 0
      ? []
      : [
          `No free place is left for ${withoutPlace.map(({ before }) => names.get(before._id)).join(', ')}. They stay planned.`,
        ]
  return { messages, sms: { messages: 0, parts: 0, cost: 0 }, warnings }
}

async function namesOf(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom('attachments')
    .select(['_id', 'first_name', 'last_name'])
    .where('_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row._id, `${row.first_name} ${row.last_name}`]))
}
