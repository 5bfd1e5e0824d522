import { sql, type RawBuilder } from 'kysely'
import { funnelGroups, type Funnel, type FunnelGroup } from '../../../contract/intake/funnel.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import type { Database } from '../../database/tables.ts'
import { yieldToOthers } from '../../database/transaction.ts'
import { countRows } from '../rows.ts'
import { notFound } from '../domain-error.ts'
import { readIntakes } from './intakes.ts'
import { everyQuestion, setsOfIntake } from '../questions/question-sets.ts'

/** Counts the applications of an intake by step, in all and for the groups of each breakdown. */
export async function funnel(db: Database, _id: string) {
  const [intake] = await readIntakes(db, [_id])
  if (!intake) return notFound('intake')
  const [total] = await countSteps(db, _id, sql`''`)
  const breakdowns = {} as Funnel['breakdowns']
  for (const group of funnelGroups) {
    await yieldToOthers(db)
    breakdowns[group] = await countSteps(db, _id, groupNames[group])
  }
  const { name: _, ...steps } = total ?? none
  const sum = (of: 'places' | 'taken') => intake.places.reduce((all, place) => all + place[of], 0)
  const applications = db.selectFrom('attachments').where('intake', '=', _id)
  const waiting = applications.where('waitingOrder', 'is not', null)
  const answer: Funnel = {
    intake: { _id, name: intake.name },
    total: steps,
    places: sum('places'),
    taken: sum('taken'),
    waiting: await countRows(waiting),
    breakdowns,
    questions: await countAnswers(db, _id),
  }
  return answer
}

type Row = Funnel['breakdowns'][FunnelGroup][number]

const none: Row = { name: '', applied: 0, offered: 0, confirmed: 0, started: 0, completed: 0 }

/** The group of an application in each breakdown. Reports leave out what applicants have typed. */
const groupNames: Record<FunnelGroup, RawBuilder<string | null>> = {
  department: sql`departments.name`,
  institution: sql`coalesce(institutions.name,
    case when attachments.institution_name is not null then 'Not in the list' end)`,
  county: sql`institutions.county`,
  gender: sql`attachments.gender`,
}

/** The counts of each group, the largest first. The group of missing answers is 'N/A'. */
async function countSteps(db: Database, intake: string, name: RawBuilder<string | null>) {
  const today = dayInKenya(Date.now())
  const isConfirmed = sql`attachments."offerState" = 'confirmed'`
  const hasStarted = sql`${isConfirmed} and placements."startsOn" <= ${today}`
  const { rows } = await sql<Row>`
    select coalesce(${name}, 'N/A') as name,
      count(*) as applied,
      count(*) filter (where attachments."offeredAt" is not null) as offered,
      count(*) filter (where ${isConfirmed}) as confirmed,
      count(*) filter (where ${hasStarted}) as started,
      count(*) filter (where ${hasStarted} and placements."endsOn" < ${today}
        and placements."brokenOffOn" is null) as completed
    from attachments
    left join departments on departments._id = attachments.department
    left join institutions on institutions._id = attachments.institution
    left join placements on placements.attachment = attachments._id
    where attachments.intake = ${intake}
    group by 1
    order by applied desc, 1`.execute(db)
  return rows
}

type Counted = Funnel['questions'][number]

/** Counts the answers to the questions of an intake by option, in the order of the newest set. */
async function countAnswers(db: Database, intake: string): Promise<Counted[]> {
  const sets = await setsOfIntake(db, intake)
  const counted: Counted[] = []
  for (const { _id, label, kind, stopped } of everyQuestion(sets)) {
    if (kind !== 'yes_no' && kind !== 'choice' && kind !== 'choices') continue
    const rows = await db
      .selectFrom('extra_values')
      .select(['value', ({ fn }) => fn.countAll<number>().as('count')])
      .where('question', '=', _id)
      .groupBy('value')
      .execute()
    const counts = new Map(rows.map(({ value, count }) => [value, count]))
    const labels = new Map<string, string>(kind === 'yes_no' ? yesAndNo : [])
    // An option that was removed keeps its answers; it stands after the others.
    for (const { questions } of sets) {
      const options = questions.find((one) => one._id === _id)?.options ?? []
      for (const one of options) if (!labels.has(one._id)) labels.set(one._id, one.label)
    }
    const options = [...labels].map(([value, name]) => {
      return { value, label: name, count: counts.get(value) ?? 0 }
    })
    counted.push({ question: _id, label, kind, stopped, options })
  }
  return counted
}

const yesAndNo = new Map([
  ['true', 'Yes'],
  ['false', 'No'],
])
