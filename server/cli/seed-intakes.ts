import type { Transaction } from 'kysely'

import { derivedColumns } from '../database/derived-columns.ts'
import {
  arrivedIn,
  fakeAnswerDays,
  fakeIntakes,
  fakePlacement,
  inFakeIntake,
} from '../database/fake-intakes.ts'
import type { AttachmentsTable, Tables } from '../database/tables.ts'
import { newEditableRecord, newRecord } from '../services/ids.ts'
import { OperationError } from './operation-error.ts'

/**
 * Creates two fake intakes, one that runs and one that is open. Returns the functions that put fake
 * applications into them.
 */
export async function seedIntakes(transaction: Transaction<Tables>, today: string) {
  const intakes = Object.values(fakeIntakes(today)).map((intake) => ({
    ...newEditableRecord(),
    ...intake,
    answerDays: fakeAnswerDays,
    autoPromote: false,
    ...derivedColumns.intakes(intake),
  }))
  await requireNewNames(
    transaction,
    intakes.map(({ nameKey }) => nameKey),
  )
  await transaction.insertInto('intakes').values(intakes).execute()
  const counts = intakes.map(() => ({ applications: 0, placements: 0 }))
  const places = intakes.map(() => new Map<string, Demand>())
  const intakeOf = (row: AttachmentsTable) => intakes.findIndex(({ _id }) => _id === row.intake)

  return {
    /** The application in the intake that was open when it arrived, if there was one. */
    assign(row: AttachmentsTable) {
      const at = intakes.findIndex((intake) => arrivedIn(row, intake))
      if (at === -1) return row
      const changed = inFakeIntake(row, intakes[at]!, counts[at]!.applications++, today)
      count(places[at]!, changed)
      return changed
    },

    async addPlacements(rows: AttachmentsTable[]) {
      const confirmed = rows.filter(({ offerState }) => offerState === 'confirmed')
      if (confirmed.length === 0) return
      const placements = confirmed.map((row) => {
        const at = intakeOf(row)
        const index = counts[at]!.placements++
        return { _id: newRecord()._id, ...fakePlacement(row, intakes[at]!, index, today) }
      })
      await transaction.insertInto('placements').values(placements).execute()
    },

    /** Adds the places, when all applications are known: none is free where people wait. */
    async addPlaces() {
      const rows = intakes.flatMap(({ _id: intake }, at) =>
        [...places[at]!].map(([department, { taken, waiting }]) => ({
          intake,
          department,
          places: waiting > 0 && taken > 0 ? taken : taken + 2,
        })),
      )
      if (rows.length > 0) await transaction.insertInto('intake_places').values(rows).execute()
    },
  }
}

interface Demand {
  taken: number
  waiting: number
}

function count(
  places: Map<string, Demand>,
  { department, offerState, waitingOrder }: AttachmentsTable,
) {
  if (department === null) return
  const { taken, waiting } = places.get(department) ?? { taken: 0, waiting: 0 }
  places.set(department, {
    taken: taken + Number(offerState === 'open' || offerState === 'confirmed'),
    waiting: waiting + Number(waitingOrder !== null),
  })
}

async function requireNewNames(transaction: Transaction<Tables>, names: string[]) {
  const found = await transaction
    .selectFrom('intakes')
    .select('name')
    .where('nameKey', 'in', names)
    .executeTakeFirst()
  if (!found) return
  throw new OperationError(`There is an intake "${found.name}" already. Leave --intakes out.`)
}
