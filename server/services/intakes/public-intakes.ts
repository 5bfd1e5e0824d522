import { intakeStateAt, lateArrival, type PublicIntake } from '../../../contract/intake/intake.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import { prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { invalidAnswer, PublicError } from '../domain-error.ts'

/** Open and planned intakes for applicants, the first to close first. */
export async function publicIntakes(db: Database, at: number): Promise<PublicIntake[]> {
  const rows = await db
    .selectFrom('intakes')
    .select(['_id', 'name', 'name_sw', 'opensAt', 'closesAt', 'startsOn', 'endsOn'])
    .where('closesAt', '>', new Date(at).toISOString())
    .orderBy('closesAt')
    .orderBy('_id')
    .execute()
  if (rows.length === 0) return []
  const places = await db
    .selectFrom('intake_places')
    .innerJoin('departments', 'departments._id', 'intake_places.department')
    .select(['intake_places.intake', 'departments._id', 'departments.name'])
    .where('places', '>', 0)
    .where(
      'intake_places.intake',
      'in',
      rows.map(({ _id }) => _id),
    )
    .orderBy('departments.searchText')
    .execute()
  const departments = Map.groupBy(places, ({ intake }) => intake)
  return rows.map((row) => ({
    ...row,
    state: intakeStateAt(row, at),
    departments: (departments.get(row._id) ?? []).map(({ _id, name }) => ({ _id, name })),
  }))
}

/** The open intakes, the first to close first. */
export async function openIntakes(db: Database, at: number) {
  const found = await publicIntakes(db, at)
  return found.filter(({ state }) => state === 'open')
}

/** Every intake with the departments that have places. There are few, also after many years. */
const selectIntakes = prepared((db) =>
  db
    .selectFrom('intakes')
    .leftJoin('intake_places', (join) =>
      join.onRef('intake_places.intake', '=', 'intakes._id').on('intake_places.places', '>', 0),
    )
    .select(['intakes._id', 'opensAt', 'closesAt', 'intake_places.department'])
    .orderBy('closesAt')
    .orderBy('intakes._id'),
)

interface Wish {
  /** The intake that the form names; null for the open one. */
  intake: string | null
  department: string
}

/** The intake of a submission; null if there are no intakes at all. */
type Arrival = { intake: string | null; arrivedLate: boolean }

/** Locks an intake against a deletion until the commit. */
const lockIntake = prepared((db, { _id }: { _id: string }) =>
  db.selectFrom('intakes').select('_id').where('_id', '=', _id).forKeyShare(),
)

/**
 * Finds the intake of a submission, or the reason why it cannot be taken. A form that was begun
 * before the intake closed may arrive up to 24 hours late. The time of arrival counts, because the
 * clock of a phone may be wrong.
 */
export async function findIntake(db: Database, wish: Wish, at: number) {
  const rows = await selectIntakes(db, {})
  const intakes = [...Map.groupBy(rows, ({ _id }) => _id).values()].map((same) => ({
    ...same[0]!,
    departments: same.flatMap(({ department }) => department ?? []),
  }))
  const arrival = arrivalIn(intakes, wish, at)
  if (arrival instanceof PublicError || arrival.intake === null) return arrival
  const [locked] = await lockIntake(db, { _id: arrival.intake })
  return locked ? arrival : unknownIntake()
}

interface IntakeDates {
  _id: string
  opensAt: string
  closesAt: string
  /** The departments that have places; empty if every department takes part. */
  departments: string[]
}

function arrivalIn(
  intakes: IntakeDates[],
  { intake, department }: Wish,
  at: number,
): Arrival | PublicError<Sentence> {
  if (intakes.length === 0 && intake === null) return { intake: null, arrivedLate: false }
  const time = new Date(at).toISOString()
  const latest = new Date(at - lateArrival).toISOString()
  const found =
    intake === null
      ? (intakes.find(({ opensAt, closesAt }) => opensAt <= time && closesAt > time) ??
        intakes.findLast(({ closesAt }) => closesAt <= time && closesAt > latest))
      : intakes.find(({ _id }) => _id === intake)
  if (!found) return intake === null ? noneOpen() : unknownIntake()
  if (found.opensAt > time) return notOpen()
  if (found.closesAt <= latest) return closed()
  if (found.departments.length > 0 && !found.departments.includes(department)) {
    return invalidAnswer('department', 'This intake has no places in this department')
  }
  return { intake: found._id, arrivedLate: found.closesAt <= time }
}

const unknownIntake = () =>
  new PublicError('conflict', 'This intake is over. Please open the form again.')
const noneOpen = () =>
  new PublicError(
    'conflict',
    'We are not taking applications at the moment. Please come back when the next intake opens.',
  )
const notOpen = () => new PublicError('conflict', 'This intake is not open yet.')
const closed = () =>
  new PublicError('conflict', 'This intake has closed. Please apply again when the next one opens.')
