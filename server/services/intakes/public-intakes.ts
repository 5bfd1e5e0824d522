import { intakeStateAt, lateArrival, type PublicIntake } from '../../../contract/intake/intake.ts'
import { intakesOnPageAt, type IntakesOnPage } from '../../../contract/intake/intakes-on-page.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import type { AskedQuestions } from '../../../contract/intake/intake-questions.ts'
import { askedNames } from '../papers/intake-papers.ts'
import { anyOf, prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { invalidAnswer, PublicError, publicConflict } from '../domain-error.ts'
import { askedIn, setsOf, type StoredSet } from '../questions/question-sets.ts'
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
  const load = readOrLast(() => inTime(readShown(db, clock())), onError)
  return { read: async () => intakesOnPageAt((await load()) ?? [], clock()) }
}

/** Every intake, the first to close first. There are few. */
const selectIntakes = prepared((db) =>
  db
    .selectFrom('intakes')
    .select(['_id', 'name', 'name_sw', 'opensAt', 'closesAt', 'startsOn', 'endsOn'])
    .select((intake) =>
      intake
        .selectFrom('question_sets')
        .select(({ fn }) => fn.max('number').as('newest'))
        .whereRef('question_sets.intake', '=', 'intakes._id')
        .as('newestSet'),
    )
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
 * All intakes; with questions, papers asked for when applying and departments that have places for those
 * that pages and forms may show. `sets` has the questions by the id of the intake.
 */
async function readIntakeRows(db: Database, at: number) {
  const rows = await selectIntakes(db, {})
  const since = new Date(at - lateArrival).toISOString()
  const shown = rows.filter(({ closesAt }) => closesAt > since)
  const ids = shown.map(({ _id }) => _id)
  const places = ids.length > 0 ? await selectDepartments(db, { ids }) : []
  const papers = ids.length > 0 ? await selectAskedPapers(db, { ids }) : []
  const departments = Map.groupBy(places, ({ intake }) => intake)
  const papersBy = Map.groupBy(papers, ({ intake }) => intake)
  const asking = shown.filter(({ newestSet }) => newestSet !== null).map(({ _id }) => _id)
  const sets = await setsOf(db, asking)
  const intakes = rows.map(({ newestSet: _, ...row }) => ({
    ...row,
    departments: (departments.get(row._id) ?? []).map(({ intake: _of, ...place }) => place),
    questions: askedOf(sets.get(row._id)),
    papers: askedNames(papersBy.get(row._id) ?? []),
  }))
  return { intakes, sets }
}

type ShownIntake = Awaited<ReturnType<typeof readShown>>[number]

async function readShown(db: Database, at: number) {
  return (await readIntakeRows(db, at)).intakes
}

function askedOf(sets: StoredSet[] | undefined): AskedQuestions {
  const questions = sets?.[0] ? askedIn(sets[0], 'applying') : []
  return sets?.[0] && questions.length > 0 ? { number: sets[0].number, questions } : null
}

/** Open and planned intakes for applicants, the first to close first. */
export async function publicIntakes(db: Database, at: number): Promise<PublicIntake[]> {
  const rows = await readShown(db, at)
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
 * Finds the intake of a submission with its questions, or the reason why it cannot be taken. A form that was begun
 * before the intake closed may arrive up to 24 hours late. The time of arrival counts, because the
 * clock of a phone may be wrong.
 */
export async function findIntake(db: Database, wish: Wish, at: number) {
  const { intakes, sets } = await readIntakeRows(db, at)
  const arrival = arrivalIn(intakes, wish, at)
  if (arrival instanceof PublicError) return arrival
  if (arrival.intake === null) return { ...arrival, sets: [] }
  const [locked] = await lockIntake(db, { _id: arrival.intake })
  return locked ? { ...arrival, sets: sets.get(arrival.intake) ?? [] } : intakeOver()
}

/** The question sets of the intake that a submission names; undefined if it cannot take the submission. */
export async function findSets(db: Database, intake: string | null, at: number) {
  const { intakes, sets } = await readIntakeRows(db, at)
  const found = wishedIn(intakes, intake, at)
  return found && !(found instanceof PublicError) ? (sets.get(found._id) ?? []) : undefined
}

function arrivalIn(
  intakes: ShownIntake[],
  { intake, department }: Wish,
  at: number,
): Arrival | PublicError<Sentence> {
  const found = wishedIn(intakes, intake, at)
  if (!found) return { intake: null, arrivedLate: false, asksForPapers: false }
  if (found instanceof PublicError) return found
  // Without places, every department takes part.
  const { departments } = found
  if (departments.length > 0 && !departments.some(({ _id }) => _id === department)) {
    return invalidAnswer('department', 'This intake has no places in this department')
  }
  const asksForPapers = found.papers.length > 0
  const arrivedLate = found.closesAt <= new Date(at).toISOString()
  return { intake: found._id, arrivedLate, asksForPapers }
}

/** The intake of a submission; null if there are no intakes at all. */
function wishedIn(
  intakes: ShownIntake[],
  intake: string | null,
  at: number,
): ShownIntake | PublicError<Sentence> | null {
  if (intakes.length === 0 && intake === null) return null
  const time = new Date(at).toISOString()
  const latest = new Date(at - lateArrival).toISOString()
  const open = intakes.find(({ opensAt, closesAt }) => opensAt <= time && closesAt > time)
  const found =
    intake === null
      ? (open ?? intakes.findLast(({ closesAt }) => closesAt <= time && closesAt > latest))
      : intakes.find(({ _id }) => _id === intake)
  if (!found && intake !== null) return intakeOver()
  if (!found) {
    return publicConflict(
      'We are not taking applications at the moment. Please come back when the next intake opens.',
    )
  }
  if (found.opensAt > time) return publicConflict('This intake is not open yet.')
  if (found.closesAt <= latest) {
    // The form, opened again, has the other intake.
    if (open) return intakeOver()
    return publicConflict('This intake has closed. Please apply again when the next one opens.')
  }
  return found
}

const intakeOver = () => publicConflict('This intake is over. Please open the form again.')
