import type { TestEngine } from '../../tests/support/server.ts'
import { Times } from '../timing.ts'
import { enginesOf, engineNames, serverWith } from './engines.ts'
import { quantity, type Figure, type Measure, type Setting } from './figure.ts'
import { createIntake, listIntake, type Intake, type Server } from './intake-lists.ts'

const [accepts, places] = [200, 10]

/** Many acceptances at once for few places, and the lists of a large intake. */
export const intakes: Measure = async (setting) => {
  const figures: Figure[] = []
  for (const engine of enginesOf(setting)) {
    figures.push(await acceptAtOnce(engine, setting), ...(await listIntake(engine, setting)))
  }
  return figures
}

/** Acceptances at once: in an intake with few places, against those without an intake. */
async function acceptAtOnce(engine: TestEngine, setting: Setting): Promise<Figure> {
  const server = await serverWith(engine, setting, 2 * accepts)
  const [plain, inIntake] = [new Times(), new Times()]
  try {
    const intake = await createIntake(server, places)
    const rows = await server.db.selectFrom('attachments').select('_id').orderBy('_id').execute()
    const ids = rows.map(({ _id }) => _id)
    const [applicants, others] = [ids.slice(0, accepts), ids.slice(accepts)]
    for (let round = -1; round < (setting.quick ? 5 : 20); round++) {
      await reset(server, others, null)
      await reset(server, applicants, intake)
      const times = round < 0 ? [new Times(), new Times()] : [plain, inIntake]
      for (const [index, some] of [others, applicants].entries()) {
        const accepted = await acceptAll(server, some, times[index]!)
        const expected = index === 0 ? accepts : places
        if (accepted !== expected) throw new Error(`${accepted} were accepted, not ${expected}`)
      }
      await checkOffers(server, intake)
    }
  } finally {
    await server.close()
  }
  return {
    what: `${accepts} acceptances at once for ${places} places, ${engineNames[engine]}, p99`,
    measured: `${quantity(inIntake.quantile(0.99))} ms, and ${places} offers each time`,
    limit: `${quantity(plain.quantile(0.99))} ms: as many without an intake`,
    value: inIntake.quantile(0.99) / plain.quantile(0.99),
    target: 'acceptances in an intake',
  }
}

/** Makes applications pending again, in the intake or in none. */
async function reset({ db }: Server, ids: string[], intake: Intake | null) {
  await db
    .updateTable('attachments')
    .set({ is_accepted: false, is_archived: false, declined_reason: null, declined_message: null })
    .set({ declinedAt: null, offerState: null, offeredAt: null, answerBy: null })
    .set({ intake: intake?._id ?? null, ...(intake && { department: intake.department }) })
    .where('_id', 'in', ids)
    .execute()
}

/** Returns the number of accepted applications. All others must find no place. */
async function acceptAll({ url, token }: Server, ids: string[], times: Times) {
  const statuses: number[] = []
  const accept = async (id: string) => {
    const response = await fetch(`${url}/api/admin/attachments/${id}/accept`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ is_accepted: true }),
    })
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  await Promise.all(ids.map((id) => times.add(() => accept(id))))
  const wrong = statuses.find((status) => status !== 200 && status !== 409)
  if (wrong !== undefined) throw new Error(`An acceptance was answered ${wrong}`)
  return statuses.filter((status) => status === 200).length
}

async function checkOffers({ db }: Server, { _id }: Intake) {
  const offers = await db
    .selectFrom('attachments')
    .select('_id')
    .where('intake', '=', _id)
    .where('offerState', '=', 'open')
    .execute()
  if (offers.length !== places) throw new Error(`${offers.length} offers for ${places} places`)
}
