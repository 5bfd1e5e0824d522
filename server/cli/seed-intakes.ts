import type { Transaction } from 'kysely'
import { noOffer } from '../../contract/application/decision.ts'
import { defaultPapers } from '../../contract/intake/papers.ts'
import { answerByOf } from '../../contract/intake/offer.ts'
import { toInternationalNumber } from '../../contract/phone-number.ts'
import { derivedColumns } from '../database/derived-columns.ts'
import type { AttachmentsTable, Tables } from '../database/tables.ts'
import { newEditableRecord, newRecord } from '../services/ids.ts'
import { storePapers } from '../services/papers/intake-papers.ts'
import { indexExtra } from '../services/questions/extra-values.ts'
import { OperationError } from './command.ts'
import { type IntakeQuestion, newQuestion } from '../../contract/intake/intake-questions.ts'
import { readExtra, storedAnswers, writeExtra } from '../services/extra-column.ts'

const day = 24 * 60 * 60 * 1000
const answerDays = 7

/** Days from today of the two fake intakes: one whose attachments run, and one that is open. */
const periods = [
  { opens: -200, closes: -60, starts: -40, ends: 50 },
  { opens: -59, closes: 20, starts: 40, ends: 130 },
]

type FakeIntake = ReturnType<typeof fakeIntake>

/**
 * Creates two fake intakes, one that runs and has asked three questions, and one that is open. Returns the
 * functions that put fake applications into them.
 */
export async function seedIntakes(transaction: Transaction<Tables>, today: string) {
  const intakes = periods.map((period) => fakeIntake(today, period))
  await requireNewNames(transaction, intakes)
  await transaction.insertInto('intakes').values(intakes).execute()
  for (const { _id } of intakes) await storePapers(transaction, _id, defaultPapers)
  const [running] = intakes
  const set = fakeQuestionSet(running!._id, running!.opensAt)
  await transaction.insertInto('question_sets').values(set).execute()
  const likeFirst = sharedContacts()
  let applications = 0
  let placements = 0
  /** Of each intake and department: how many places are taken, and how many people wait. */
  const demands = new Map<string, { intake: string; department: string } & Demand>()

  return {
    /** The application in the intake that was open when it arrived, if there was one. */
    assign(row: AttachmentsTable) {
      const intake = intakes.find(
        ({ opensAt, closesAt }) => row.createdAt >= opensAt && row.createdAt < closesAt,
      )
      if (!intake) return row
      const extra = intake === running ? fakeExtra(applications) : null
      const person = intake === running ? row : likeFirst(row)
      const assigned = inFakeIntake({ ...person, extra }, intake, applications++, today)
      const { department, offerState, waitingOrder } = assigned
      if (department === null) return assigned
      const key = `${intake._id} ${department}`
      const start = { intake: intake._id, department, taken: 0, waiting: 0 }
      const demand = demands.get(key) ?? start
      if (offerState === 'open' || offerState === 'confirmed') demand.taken++
      if (waitingOrder !== null) demand.waiting++
      demands.set(key, demand)
      return assigned
    },

    async addAnswers(rows: AttachmentsTable[]) {
      for (const row of rows) await indexExtra(transaction, row._id, readExtra(row.extra))
    },

    async addPlacements(rows: AttachmentsTable[]) {
      const confirmed = rows.filter(({ offerState }) => offerState === 'confirmed')
      if (confirmed.length === 0) return
      const added = confirmed.map((row) =>
        fakePlacement(
          row,
          intakes.find(({ _id }) => _id === row.intake)!,
          placements++,
          today,
        ),
      )
      await transaction.insertInto('placements').values(added).execute()
    },

    /** Adds the places, when all applications are known: none is free where people wait. */
    async addPlaces() {
      const rows = Array.from(demands.values(), ({ intake, department, taken, waiting }) => ({
        intake,
        department,
        places: waiting > 0 && taken > 0 ? taken : taken + 2,
      }))
      if (rows.length > 0) await transaction.insertInto('intake_places').values(rows).execute()
    },
  }
}

interface Demand {
  taken: number
  waiting: number
}

/**
 * The second application has the e-mail address of the first one, and is likely of the same person. The
 * third one shares only the phone number, written in another way.
 */
function sharedContacts() {
  let first: AttachmentsTable | undefined
  let count = 0
  return (row: AttachmentsTable): AttachmentsTable => {
    first ??= row
    count++
    if (count === 2) return { ...row, email: first.email }
    return count === 3
      ? { ...row, phone_number: toInternationalNumber(first.phone_number) ?? first.phone_number }
      : row
  }
}

/** Names have the month in which the attachments start. */
function fakeIntake(today: string, { opens, closes, starts, ends }: (typeof periods)[number]) {
  const startsOn = dayAfter(today, starts)
  const monthIn = (locale: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(startsOn),
    )
  const names = { name: `${monthIn('en')} intake`, name_sw: `Awamu ya ${monthIn('sw')}` }
  return {
    ...newEditableRecord(),
    ...names,
    ...derivedColumns.intakes(names),
    opensAt: `${dayAfter(today, opens)}T06:00:00.000Z`,
    // The end of the day in Kenya.
    closesAt: `${dayAfter(today, closes)}T21:00:00.000Z`,
    startsOn,
    endsOn: dayAfter(today, ends),
    answerDays,
    autoPromote: false,
    lapsesWithoutPapers: false,
  }
}

async function requireNewNames(transaction: Transaction<Tables>, intakes: FakeIntake[]) {
  const names = intakes.map(({ nameKey }) => nameKey)
  const found = await transaction
    .selectFrom('intakes')
    .select('name')
    .where('nameKey', 'in', names)
    .executeTakeFirst()
  if (!found) return
  throw new OperationError(`There is an intake "${found.name}" already. Leave --intakes out.`)
}

/**
 * Puts a fake application into an intake: accepted ones get an offer, which most have confirmed, and
 * some of the pending ones wait. `index` counts the applications of the intakes and decides.
 */
function inFakeIntake(
  row: AttachmentsTable,
  { _id: intake, startsOn }: FakeIntake,
  index: number,
  today: string,
): AttachmentsTable {
  const own = { ...row, intake }
  if (row.is_archived) return { ...own, is_accepted: false }
  if (!row.is_accepted) {
    return index % 3 === 0 ? { ...own, waitingOrder: Date.parse(row.createdAt) } : own
  }
  // Offers of the last days are still open, the others have an answer.
  const offered = Math.min(Date.parse(row.createdAt) + 10 * day, Date.parse(today))
  const isOpen = offered > Date.parse(today) - 5 * day
  const offerState = isOpen ? ('open' as const) : answers[index % answers.length]!
  const isOver = offerState === 'declined' || offerState === 'lapsed'
  const answeredAt = isOpen || offerState === 'lapsed' ? null : iso(offered + day)
  const answerBy = answerByOf(offered, { answerDays, startsOn })
  return {
    ...own,
    ...noOffer,
    offerState,
    offeredAt: iso(offered),
    answerBy,
    answeredAt,
    ...(isOver && { is_accepted: false, is_archived: true }),
    updatedAt: answeredAt ?? (isOver ? answerBy : iso(offered)),
  }
}

/** The answers to offers that are old enough, in turn. */
const answers = ['confirmed', 'confirmed', 'declined', 'confirmed', 'confirmed', 'lapsed'] as const

/** The placement of a confirmed application. Each twelfth person of a running intake has left. */
function fakePlacement(
  { _id: attachment, department, answeredAt }: AttachmentsTable,
  { startsOn, endsOn }: FakeIntake,
  index: number,
  today: string,
) {
  const tenthDay = dayAfter(startsOn, 10)
  const hasLeft = index % 12 === 11 && tenthDay < today
  return {
    _id: newRecord()._id,
    attachment,
    department,
    startsOn,
    endsOn,
    supervisor: null,
    supervisorName: index % 2 === 0 ? 'Mwanaisha Bakari' : 'Daniel Kazungu',
    supervisorPhone: `0744 000 ${String(index % 1000).padStart(3, '0')}`,
    brokenOffOn: hasLeft ? tenthDay : null,
    brokenOffReason: hasLeft ? 'Found paid work.' : null,
    createdAt: answeredAt!,
    updatedAt: answeredAt!,
  }
}

function dayAfter(from: string, days: number) {
  return iso(Date.parse(from) + days * day).slice(0, 10)
}

function iso(time: number) {
  return new Date(time).toISOString()
}

const transport = [
  { _id: 'seed0matat', label: 'Matatu', label_sw: 'Matatu' },
  { _id: 'seed0ferry', label: 'Ferry', label_sw: 'Feri' },
  { _id: 'seed0af00t', label: 'On foot', label_sw: 'Kwa miguu' },
]

const questions: IntakeQuestion[] = [
  {
    ...newQuestion,
    _id: 'seed0apt0p',
    kind: 'yes_no',
    label: 'Do you have a laptop?',
    label_sw: 'Je, una kompyuta ya mkononi?',
  },
  {
    ...newQuestion,
    _id: 'seed0trave',
    kind: 'choice',
    label: 'How would you travel to us?',
    label_sw: 'Utasafiri vipi kufika kwetu?',
    options: transport,
  },
  {
    ...newQuestion,
    _id: 'seed0h0bby',
    label: 'What do you do in your free time?',
    label_sw: 'Unafanya nini wakati wako wa mapumziko?',
  },
]

const hobbies = ['I swim', 'Football', 'I sew', 'Chess', 'I write poems']

function fakeQuestionSet(intake: string, publishedAt: string): Tables['question_sets'] {
  const set = { intake, number: 1, publishedAt, publishedBy: null }
  return { ...set, questions: JSON.stringify(questions) }
}

/** The answers of a fake application. `index` decides; some people leave questions empty. */
function fakeExtra(index: number): AttachmentsTable['extra'] {
  const given = {
    ...(index % 7 !== 0 && { seed0apt0p: index % 3 !== 0 }),
    seed0trave: transport[index % transport.length]!._id,
    ...(index % 2 === 0 && { seed0h0bby: hobbies[index % hobbies.length]! }),
  }
  return writeExtra(storedAnswers({ number: 1, questions }, given))
}
