import { lateArrival } from '../../../contract/intake/intake.ts'
import { intakesOnPageAt, type IntakesOnPage } from '../../../contract/intake/intakes-on-page.ts'
import { anyOf, prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { inTime, shareRuns } from '../single-flight.ts'

/** Milliseconds to wait for the database, and to go without it after a failure. */
const [timeout, retryAfter] = [1000, 1000]

export interface IntakeReader {
  /**
   * The intakes as pages show them now. They are never older than the call, except while the database
   * cannot be reached: then the last rows count.
   */
  read: () => Promise<IntakesOnPage>
}

interface Options {
  /** The current time in milliseconds. */
  clock?: () => number
  /** Called when the database cannot be read. */
  onError?: (error: unknown) => void
}

/** Reads the intakes for pages, one reader per process. */
export function intakeReader(
  db: Database,
  { clock = Date.now, onError = () => {} }: Options = {},
): IntakeReader {
  const load = shareRuns(() => inTime(timeout, readRows(db, clock())))
  let rows: Awaited<ReturnType<typeof readRows>> = []
  let failedAt = -Infinity

  return { read }

  async function read() {
    if (performance.now() - failedAt >= retryAfter) {
      try {
        rows = await load()
      } catch (error) {
        failedAt = performance.now()
        onError(error)
      }
    }
    return intakesOnPageAt(rows, clock())
  }
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
    .select(['intake_places.intake', 'departments._id', 'departments.name'])
    .where('places', '>', 0)
    .where(anyOf(db, 'intake_places.intake', ids))
    .orderBy('departments.searchText'),
)

/** The intakes, with the departments that have places for those that pages may show. */
async function readRows(db: Database, at: number) {
  const rows = await selectIntakes(db, {})
  const since = new Date(at - lateArrival).toISOString()
  const ids = rows.filter(({ closesAt }) => closesAt > since).map(({ _id }) => _id)
  const places = ids.length > 0 ? await selectDepartments(db, { ids }) : []
  const departments = Map.groupBy(places, ({ intake }) => intake)
  return rows.map((row) => ({
    ...row,
    departments: (departments.get(row._id) ?? []).map(({ _id, name }) => ({ _id, name })),
  }))
}
