import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { ApplicationPaper } from '../../../contract/intake/papers.ts'
import { addDays, dayInKenya } from '../../../contract/time-zone.ts'
import { anyOf, prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { countRows } from '../rows.ts'
import { inPaperOrder } from './intake-papers.ts'

/**
 * SQL condition: an application is asked for a paper of its intake now. `application` is the alias of its
 * table; the paper is that of `intake_papers`. Literals: a partial index has the condition of the offer.
 */
const isAsked = (application: string) => {
  const column = (name: string) => sql.ref(`${application}.${name}`)
  return sql<SqlBool>`(intake_papers.asked = 'offer' and ${column('offerState')} in ('open', 'confirmed')
    or intake_papers.asked = 'applying' and ${column('withdrawnAt')} is null
      and ${column('declined_reason')} is null
      and (${column('is_accepted')} or not ${column('is_archived')}))`
}

const selectPapers = prepared((db, { ids }: { ids: readonly string[] }) =>
  papersWhere(db, ids, isAsked('attachments')),
)

/** Papers that are asked for by a condition, and those that were sent. */
function papersWhere(db: Database, ids: readonly string[], asked: RawBuilder<SqlBool>) {
  return db
    .selectFrom('attachments')
    .innerJoin('intakes', 'intakes._id', 'attachments.intake')
    .innerJoin('intake_papers', 'intake_papers.intake', 'intakes._id')
    .leftJoin('placements', (join) =>
      join
        .onRef('placements.attachment', '=', 'attachments._id')
        .on('attachments.offerState', '=', 'confirmed'),
    )
    .leftJoin('papers', (join) =>
      join
        .onRef('papers.attachment', '=', 'attachments._id')
        .onRef('papers.purpose', '=', 'intake_papers.purpose'),
    )
    .select(['attachments._id', 'intake_papers.purpose', 'intake_papers.name'])
    .select(['intake_papers.name_sw', 'dueDays', 'papers.state', 'papers.document'])
    .select(['papers.reason', 'papers.validUntil'])
    .select(({ fn }) => fn.coalesce('placements.startsOn', 'intakes.startsOn').as('startsOn'))
    .select(['lapsesWithoutPapers', 'offerState', 'answeredAt'])
    .select(asked.as('isAsked'))
    .where(anyOf(db, 'attachments._id', ids))
    .where(sql<SqlBool>`(${asked} or papers.state is not null)`)
}

type Row = Awaited<ReturnType<typeof selectPapers>>[number]

/** The papers of applications by their ids: those that are asked for, and those that were sent. */
export async function papersOf(db: Database, ids: readonly string[]) {
  return byApplication(ids.length > 0 ? await selectPapers(db, { ids }) : [])
}

/** The papers that applications would be asked for with an open offer. */
export async function papersIfOffered(db: Database, ids: readonly string[]) {
  const asked = sql<SqlBool>`intake_papers.asked <> 'never'`
  const rows = ids.length > 0 ? await papersWhere(db, ids, asked).execute() : []
  return byApplication(rows.map((row) => ({ ...row, offerState: 'open', answeredAt: null })))
}

function byApplication(rows: Row[]) {
  const byId = Map.groupBy(rows, ({ _id }) => _id)
  return (_id: string): ApplicationPaper[] =>
    inPaperOrder(byId.get(_id) ?? []).map((row) => {
      const { purpose, name, name_sw, document, reason, validUntil } = row
      const dueOn = row.isAsked ? addDays(row.startsOn, -row.dueDays) : null
      const state = row.state ?? ('missing' as const)
      const paper = { purpose, name, name_sw, state, document, reason, validUntil, dueOn }
      return { ...paper, losesPlace: losesPlace(row, dueOn) }
    })
}

/** Whoever confirms a place after the day of a paper does not lose it by this paper. */
function losesPlace({ lapsesWithoutPapers, offerState, answeredAt }: Row, dueOn: string | null) {
  if (!lapsesWithoutPapers || dueOn === null) return false
  if (offerState !== 'open' && offerState !== 'confirmed') return false
  return dayInKenya(answeredAt ?? Date.now()) <= dueOn
}

/** SQL condition: the application is asked for a paper that meets `condition`. */
const hasAsked = (application: string, condition = sql`true`) => sql<SqlBool>`exists (
  select 1 from intake_papers left join papers
    on papers.attachment = ${sql.ref(`${application}._id`)} and papers.purpose = intake_papers.purpose
  where intake_papers.intake = ${sql.ref(`${application}.intake`)}
    and ${isAsked(application)} and ${condition})`

const isToBeSent = sql`(papers.state is null or papers.state = 'returned')`

/** Without this condition, all applications would be read, also those of intakes that ask for nothing. */
const isInAskingIntake = (
  application: string,
) => sql<SqlBool>`${sql.ref(`${application}.intake`)} in (
  select intake from intake_papers where asked <> 'never')`

/** SQL condition: a missing paper of the application is due between two days. */
export async function isPaperDue(db: Database, { from, to }: { from: string; to: string }) {
  const papers = db.selectFrom('intake_papers').where('asked', '<>', 'never')
  const found = await papers.select('dueDays').distinct().execute()
  // The date functions of SQLite and PostgreSQL differ. So the first day of the attachment is compared.
  const isDue = found.map(
    ({ dueDays }) => sql`"dueDays" = ${dueDays} and coalesce(
      (select placements."startsOn" from placements where placements.attachment = attachments._id
        and attachments."offerState" = 'confirmed'),
      (select intakes."startsOn" from intakes where intakes._id = attachments.intake)
    ) between ${addDays(from, dueDays)} and ${addDays(to, dueDays)}`,
  )
  if (isDue.length === 0) return sql<SqlBool>`1 = 0`
  const isDueAndMissing = sql`${isToBeSent} and (${sql.join(isDue, sql` or `)})`
  return sql<SqlBool>`${isInAskingIntake('attachments')} and ${hasAsked('attachments', isDueAndMissing)}`
}

/** SQL condition of the filter `papers` of the list of applications. */
export function papersAre(wanted: 'missing' | 'sent' | 'complete', application: string) {
  const inIntake = isInAskingIntake(application)
  switch (wanted) {
    case 'missing':
      return sql<SqlBool>`${inIntake} and ${hasAsked(application, isToBeSent)}`
    case 'sent':
      return sql<SqlBool>`${sql.ref(`${application}._id`)} in (
        select attachment from papers where state = 'sent')`
    case 'complete':
      return sql<SqlBool>`${inIntake} and ${hasAsked(application)} and not ${hasAsked(
        application,
        sql`(papers.state is null or papers.state <> 'accepted')`,
      )}`
    default:
      return wanted satisfies never
  }
}

/**
 * Counts the active applications of which a paper is missing. `not`: SQLite then finds the applications by
 * their intake, and reads nothing where no intake asks for papers.
 */
export function countMissing(db: Database) {
  return countRows(
    db
      .selectFrom('attachments')
      .where(sql<SqlBool>`not is_archived`)
      .where(papersAre('missing', 'attachments')),
  )
}
