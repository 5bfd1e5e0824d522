import { intakeStateAt, lateArrival, type PublicIntake } from '../../../contract/intake/intake.ts'
import { intakesOnPageAt, type IntakesOnPage } from '../../../contract/intake/intakes-on-page.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import { askedNames } from '../papers/intake-papers.ts'
import { anyOf, prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { invalidAnswer, PublicError, publicConflict } from '../domain-error.ts'
import { inTime, type ReaderOptions, readOrLast } from '../single-flight.ts'

export interface IntakeReader {
  /**
   * The intakes as pages show them now. They are never older than the call, except while the database
   * cannot be reached: then the last rows count.
   */
  read: () => Promise<IntakesOnPage>
}

/** Reads the intakes for pages, one reader per process. */
export function intakeReader(
  db: Database,
  { clock = Date.now, onError = () => {} }: ReaderOptions = {},
): IntakeReader {
  const load = readOrLast(() => inTime(readIntakeRows(db, clock())), onError)
  return { read: async () => intakesOnPageAt((await load()) ?? [], clock()) }
}

/** Every intake, the first to close first. There are few. */
const selectIntakes = prepared((db) =>
  db
    .selectFrom('intakes')
    .select(['_id', 'name', 'name_sw', 'opensAt', 'closesAt', 'startsOn', 'endsOn'])
    .orderBy('closesAt')
    .orderBy('_id'),
)

const selectDepartments = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('intake_places')
    .innerJoin('departments', 'departments._id', 'intake_places.department')
    .select(['intake_places.intake', 'departments._id', 'departments.name', 'name_sw'])
    .where('places', '>', 0)
    .where(anyOf(db, 'intake_places.intake', ids))
    .orderBy('departments.searchText'),
)

const selectAskedPapers = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('intake_papers')
    .select(['intake', 'purpose', 'name', 'name_sw'])
    .where('asked', '=', 'applying')
    .where(anyOf(db, 'intake', ids)),
)

/**
 * All intakes, with the departments that have places and the papers asked for when applying, of those
 * that pages and forms may show.
 */
async function readIntakeRows(db: Database, at: number) {
  const rows = await selectIntakes(db, {})
  const since = new Date(at - lateArrival).toISOString()
  const ids = rows.filter(({ closesAt }) => closesAt > since).map(({ _id }) => _id)
  const places = ids.length > 0 ? await selectDepartments(db, { ids }) : []
  const papers = ids.length > 0 ? await selectAskedPapers(db, { ids }) : []
  const departments = Map.groupBy(places, ({ intake }) => intake)
  const papersBy = Map.groupBy(papers, ({ intake }) => intake)
  return rows.map((row) => ({
    ...row,
    departments: (departments.get(row._id) ?? []).map(({ intake: _, ...department }) => department),
    papers: askedNames(papersBy.get(row._id) ?? []),
  }))
}

/** Open and planned intakes for applicants, the first to close first. */
export async function publicIntakes(db: Database, at: number): Promise<PublicIntake[]> {
  const rows = await readIntakeRows(db, at)
  const time = new Date(at).toISOString()
  return rows
    .filter(({ closesAt }) => closesAt > time)
    .map((row) => ({ ...row, state: intakeStateAt(row, at) }))
}

/** The open intakes, the first to close first. */
export async function openIntakes(db: Database, at: number) {
  const found = await publicIntakes(db, at)
  return found.filter(({ state }) => state === 'open')
}

interface Wish {
  /** The intake that the form names; null for the open one. */
  intake: string | null
  department: string
}

/** The intake of a submission; null if there are no intakes at all. */
type Arrival = {
  intake: string | null
  arrivedLate: boolean
  /** Whether the intake asks for papers when applying. */
  asksForPapers: boolean
}

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
  const arrival = arrivalIn(await readIntakeRows(db, at), wish, at)
  if (arrival instanceof PublicError || arrival.intake === null) return arrival
  const [locked] = await lockIntake(db, { _id: arrival.intake })
  return locked ? arrival : unknownIntake()
}

function arrivalIn(
  intakes: Awaited<ReturnType<typeof readIntakeRows>>,
  { intake, department }: Wish,
  at: number,
): Arrival | PublicError<Sentence> {
  if (intakes.length === 0 && intake === null)
    return { intake: null, arrivedLate: false, asksForPapers: false }
  const time = new Date(at).toISOString()
  const latest = new Date(at - lateArrival).toISOString()
  const found =
    intake === null
      ? (intakes.find(({ opensAt, closesAt }) => opensAt <= time && closesAt > time) ??
        intakes.findLast(({ closesAt }) => closesAt <= time && closesAt > latest))
      : intakes.find(({ _id }) => _id === intake)
  if (!found && intake !== null) return unknownIntake()
  if (!found) {
    return publicConflict(
      'We are not taking applications at the moment. Please come back when the next intake opens.',
    )
  }
  if (found.opensAt > time) return publicConflict('This intake is not open yet.')
  if (found.closesAt <= latest) {
    return publicConflict('This intake has closed. Please apply again when the next one opens.')
  }
  // Without places, every department takes part.
  const { departments } = found
  if (departments.length > 0 && !departments.some(({ _id }) => _id === department)) {
    return invalidAnswer('department', 'This intake has no places in this department')
  }
  const asksForPapers = found.papers.length > 0
  return { intake: found._id, arrivedLate: found.closesAt <= time, asksForPapers }
}

const unknownIntake = () => publicConflict('This intake is over. Please open the form again.')
