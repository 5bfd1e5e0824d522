import { lateArrival } from '../../../contract/intake.ts'
import {
  intakesOnPageAt,
  type IntakesOnPage,
  noIntakes,
} from '../../../contract/intakes-on-page.ts'
import { prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { inTime, shareRuns } from '../single-flight.ts'

/** Milliseconds to wait for the database, and to go without it after a failure. */
const [timeout, retryAfter] = [1000, 1000]

export interface IntakeReader {
  /**
   * The intakes as pages show them now. The result is the same object until something changes. It is
   * never older than the call, except while the database cannot be reached: then the last rows count.
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
  let last = { key: '', shown: noIntakes }

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
    const shown = intakesOnPageAt(rows, clock())
    const key = JSON.stringify(shown)
    if (last.key !== key) last = { key, shown }
    return last.shown
  }
}

/** Every intake; those that pages may show with the departments that have places. There are few. */
const selectIntakes = prepared((db, { since }: { since: string }) =>
  db
    .selectFrom('intakes')
    .leftJoin('intake_places', (join) =>
      join
        .onRef('intake_places.intake', '=', 'intakes._id')
        .on('intake_places.places', '>', 0)
        .on('intakes.closesAt', '>', since),
    )
    .leftJoin('departments', 'departments._id', 'intake_places.department')
    .select(['intakes._id', 'intakes.name', 'name_sw', 'opensAt', 'closesAt', 'startsOn', 'endsOn'])
    .select(['departments._id as departmentId', 'departments.name as departmentName'])
    .orderBy('closesAt')
    .orderBy('intakes._id')
    .orderBy('departments.nameKey'),
)

async function readRows(db: Database, at: number) {
  const rows = await selectIntakes(db, { since: new Date(at - lateArrival).toISOString() })
  return [...Map.groupBy(rows, ({ _id }) => _id).values()].map((some) => {
    const { departmentId: _, departmentName: __, ...intake } = some[0]!
    return {
      ...intake,
      departments: some.flatMap(({ departmentId: _id, departmentName: name }) =>
        _id !== null && name !== null ? [{ _id, name }] : [],
      ),
    }
  })
}
