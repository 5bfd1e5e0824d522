import type { Insertable } from 'kysely'

import { noOffer } from '../../contract/application/decision.ts'
import { answerByOf } from '../../contract/intake/offer.ts'
import type { AttachmentsTable, PlacementsTable } from './tables.ts'

const day = 24 * 60 * 60 * 1000

/** Days from today of the two fake intakes: one whose attachments run, and one that is open. */
const periods = {
  running: { opens: -200, closes: -60, starts: -40, ends: 50 },
  open: { opens: -59, closes: 20, starts: 40, ends: 130 },
}

interface FakeIntake {
  name: string
  name_sw: string
  opensAt: string
  closesAt: string
  startsOn: string
  endsOn: string
}

/** The running and the open intake around `today` (YYYY-MM-DD). Names have the month of the start. */
export function fakeIntakes(today: string) {
  return { running: fakeIntake(today, 'running'), open: fakeIntake(today, 'open') }
}

function fakeIntake(today: string, which: keyof typeof periods): FakeIntake {
  const { opens, closes, starts, ends } = periods[which]
  const startsOn = dayAfter(today, starts)
  const monthIn = (locale: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(startsOn),
    )
  return {
    name: `${monthIn('en')} intake`,
    name_sw: `Awamu ya ${monthIn('sw')}`,
    opensAt: `${dayAfter(today, opens)}T06:00:00.000Z`,
    // The end of the day in Kenya.
    closesAt: `${dayAfter(today, closes)}T21:00:00.000Z`,
    startsOn,
    endsOn: dayAfter(today, ends),
  }
}

export const fakeAnswerDays = 7

/** Whether an application arrived while the intake was open. */
export function arrivedIn({ createdAt }: { createdAt: string }, intake: FakeIntake) {
  return createdAt >= intake.opensAt && createdAt < intake.closesAt
}

/**
 * Puts a fake application into an intake: accepted ones get an offer, which most have confirmed, and
 * some of the pending ones wait. `index` counts the applications of the intake and decides.
 */
export function inFakeIntake(
  row: AttachmentsTable,
  intake: FakeIntake & { _id: string },
  index: number,
  today: string,
): AttachmentsTable {
  const own = { ...row, intake: intake._id }
  if (row.is_archived) return { ...own, is_accepted: false }
  if (!row.is_accepted) {
    return index % 3 === 0 ? { ...own, waitingOrder: Date.parse(row.createdAt) } : own
  }
  const now = Date.parse(`${today}T00:00:00Z`)
  const offered = offeredAt(row, intake)
  // The last offers of the open intake are still open.
  const isOpen = offered > now - 15 * day
  const offeredTime = isOpen ? Math.max(Date.parse(row.createdAt), now - 2 * day) : offered
  const offer = {
    ...noOffer,
    offeredAt: iso(offeredTime),
    answerBy: answerByOf(offeredTime, { answerDays: fakeAnswerDays, startsOn: intake.startsOn }),
  }
  const answer = isOpen ? ('open' as const) : answers[index % answers.length]!
  const answeredAt = answer === 'open' || answer === 'lapsed' ? null : iso(offeredTime + 2 * day)
  const isOver = answer === 'declined' || answer === 'lapsed'
  return {
    ...own,
    ...offer,
    offerState: answer,
    answeredAt,
    ...(isOver && { is_accepted: false, is_archived: true }),
    updatedAt: answeredAt ?? (isOver ? offer.answerBy : offer.offeredAt),
  }
}

/** The answers to offers that are old enough, in turn. */
const answers = [
  'confirmed',
  'confirmed',
  'declined',
  'confirmed',
  'confirmed',
  'confirmed',
  'lapsed',
] as const

/** Offers go out three days after the intake has closed, or ten days after an early application. */
function offeredAt({ createdAt }: AttachmentsTable, { closesAt }: FakeIntake) {
  return Math.min(Date.parse(closesAt) + 3 * day, Date.parse(createdAt) + 10 * day)
}

/** The placement of a confirmed application. Each twelfth person of a running intake has left. */
export function fakePlacement(
  { _id: attachment, department, answeredAt }: AttachmentsTable,
  { startsOn, endsOn }: FakeIntake,
  index: number,
  today: string,
): Omit<Insertable<PlacementsTable>, '_id'> {
  const hasLeft = index % 12 === 11 && dayAfter(startsOn, 10) < today
  return {
    attachment,
    department,
    startsOn,
    endsOn,
    supervisor: null,
    supervisorName: supervisors[index % supervisors.length]!,
    supervisorPhone: `0744 000 ${String(index % 1000).padStart(3, '0')}`,
    brokenOffOn: hasLeft ? dayAfter(startsOn, 10) : null,
    brokenOffReason: hasLeft ? 'Found paid work.' : null,
    createdAt: answeredAt!,
    updatedAt: answeredAt!,
  }
}

const supervisors = ['Mwanaisha Bakari', 'Daniel Kazungu', 'Faith Mwikali', 'Hamisi Juma']

function dayAfter(from: string, days: number) {
  return iso(Date.parse(`${from}T00:00:00Z`) + days * day).slice(0, 10)
}

function iso(time: number) {
  return new Date(time).toISOString()
}
