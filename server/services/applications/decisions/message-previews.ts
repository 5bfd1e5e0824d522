import type {
  Sending,
  SendingPreview,
  SmsPreview,
  SmsPreviewQuery,
} from '../../../../contract/application/application.ts'
import type { Language } from '../../../../contract/language/languages.ts'
import type { TemplateKind } from '../../../../contract/message/message.ts'
import type { Database } from '../../../database/tables.ts'
import { inTransaction } from '../../../database/transaction.ts'
import {
  type EmailSender,
  type MessageRow,
  readMessageRows,
  renderRow,
  renderSmsRow,
  sampleSms,
} from '../../messages/render-message.ts'
import { papersIfOffered } from '../../papers/papers.ts'
import { templateReader } from '../../messages/template-reader.ts'
import { type SmsTariff, totalOfSms, transportsTo } from '../../messages/tariff.ts'
import { acceptedTwice, describeTwice } from './accepted-twice.ts'
import { plannedDecisionOn } from './decide.ts'
import { notificationFor } from './apply-changes.ts'
import { idsOf } from './decision-state.ts'
import { type DecisionRequest, prepareDecisions, selectApplications } from './pipeline.ts'

/** The SMS that a decision would send, without deciding. */
export async function previewSms(
  db: Database,
  sender: EmailSender,
  tariff: SmsTariff,
  { ids, decision }: SmsPreviewQuery,
): Promise<SmsPreview> {
  if (!tariff.isOffered) return { ...totalOfSms([], tariff), texts: { en: '', sw: '' } }
  const { messages: planned } = await plannedMessages(db, ids, () => decision)
  const sms = planned.filter(({ row }) => transportsTo(row, tariff).includes('sms'))
  const read = templateReader(db, sender)
  const texts: string[] = []
  for (const { kind, row } of sms) {
    texts.push(renderSmsRow(sender, kind, await read(kind, row), row).text)
  }
  const usual = 'decline' in decision ? 'declined' : 'accepted'
  const examples = sms.length > 0 ? sms : planned
  const kind = mostFrequent(examples.map((message) => message.kind)) ?? usual
  const intake = examples.find((message) => message.kind === kind)?.row.intake ?? null
  const sample = async (language: Language) =>
    sampleSms(sender, kind, await read(kind, { language, intake }), language)
  return {
    ...totalOfSms(texts, tariff),
    texts: { en: await sample('en'), sw: await sample('sw') },
  }
}

/** Acceptances are offers in an intake, so one decision can send messages of two kinds. */
function mostFrequent(kinds: TemplateKind[]) {
  const groups = [...Map.groupBy(kinds, (kind) => kind).values()]
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0]
}

/** The messages that the planned decisions would send, with the words of each. */
export async function previewSending(
  db: Database,
  sender: EmailSender,
  tariff: SmsTariff,
  { ids }: Sending,
): Promise<SendingPreview> {
  const {
    messages: planned,
    withoutPlace,
    twice,
  } = await plannedMessages(db, ids, plannedDecisionOn)
  const names = await namesOf(db, ids)
  const read = templateReader(db, sender)
  const papersOnOffer = await papersIfOffered(db, idsOfOffers(planned))
  const messages: SendingPreview['messages'] = []
  for (const { kind, row } of planned) {
    const text = await read(kind, row)
    const application = { _id: row._id, name: names.get(row._id) ?? '' }
    for (const transport of transportsTo(row, tariff)) {
      const rendered =
        transport === 'sms'
          ? renderSmsRow(sender, kind, text, row)
          : renderRow(sender, kind, text, row, { papers: papersOnOffer(row._id) })
      messages.push({ application, transport, ...rendered })
    }
  }
  const left = withoutPlace.map((_id) => names.get(_id)).join(', ')
  const warnings = [
    ...(left ? [`No free place is left for ${left}. They stay planned.`] : []),
    ...(twice ? [`The same person would be accepted twice in one intake: ${twice}.`] : []),
  ]
  const texts = messages.filter(({ transport }) => transport === 'sms').map(({ text }) => text)
  return { messages, sms: totalOfSms(texts, tariff), warnings }
}

function idsOfOffers(messages: PlannedMessage[]) {
  return messages.filter(({ kind }) => kind === 'offered').map(({ row }) => row._id)
}

async function namesOf(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom('attachments')
    .select(['_id', 'first_name', 'last_name'])
    .where('_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row._id, `${row.first_name} ${row.last_name}`]))
}

/** A message that a change would send. `row` has the application as it would be after the change. */
interface PlannedMessage {
  kind: TemplateKind
  row: MessageRow
}

/** The messages that decisions would send, without deciding, the ids that find no free place, and people
 * who would be accepted twice. */
async function plannedMessages(
  db: Database,
  ids: string[],
  decisionOn: DecisionRequest['decisionOn'],
) {
  const { changes, withoutPlace, twice } = await inTransaction(db, async (transaction) => {
    const selected = await selectApplications(transaction, ids).execute()
    const prepared = await prepareDecisions(transaction, selected, { decisionOn })
    return { ...prepared, twice: describeTwice(await acceptedTwice(transaction, prepared.changes)) }
  })
  const rows = await readMessageRows(db, idsOf(changes))
  const rowOf = new Map(rows.map((row) => [row._id, row]))
  const messages = changes.flatMap((change): PlannedMessage[] => {
    const kind = notificationFor(change)
    const row = rowOf.get(change.before._id)
    if (!kind || !row) return []
    const { declined_reason, declined_message, answerBy } = change.after
    return [{ kind, row: { ...row, declined_reason, declined_message, answerBy } }]
  })
  return { messages, withoutPlace, twice }
}
