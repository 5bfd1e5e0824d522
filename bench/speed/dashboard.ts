import { sql } from 'kysely'

import type { Database } from '../../server/database/tables.ts'
import { ask } from '../http-client.ts'
import { Times } from '../timing.ts'
import { enginesOf, engineNames, sharedServer } from './engines.ts'
import { measureFigures, quantity, type Figure, type Measure, type Setting } from './figure.ts'
import { submissionsDuring } from './submissions-during.ts'

/** The dashboard against the same aggregates from the database alone, and submissions during it. */
export const dashboard: Measure = async (setting) => {
  const figures: Figure[] = []
  for (const rows of setting.quick ? [100_000] : [100_000, 1_000_000]) {
    for (const engine of enginesOf(setting)) {
      figures.push(...(await measureFigures(() => examine(engine, rows, setting))))
    }
  }
  return figures
}

async function examine(
  engine: keyof typeof engineNames,
  rows: number,
  setting: Setting,
): Promise<Figure[]> {
  const server = await sharedServer(engine, setting, rows)
  const name = `${rows.toLocaleString('en')} rows, ${engineNames[engine]}`
  const look = () => ask(`${server.url}/api/admin/analytics`, server.token)
  const [whole, bare] = [new Times(), new Times()]
  await look()
  for (let round = 0; round < (setting.quick ? 15 : 30); round++) {
    await whole.add(look)
    await bare.add(() => aggregates(server.db))
  }
  return [
    {
      what: `dashboard over ${name}, median`,
      measured: `${quantity(whole.median)} ms`,
      limit: `${quantity(bare.median)} ms: the bare aggregates`,
      value: whole.median / bare.median,
      target: 'dashboard',
    },
    await submissionsDuring(server.url, `looks at the dashboard over ${name}`, setting, look),
  ]
}

/** Counts by status, by lookup, and by week of the last half year. */
async function aggregates(db: Database) {
  await sql`select is_archived, is_accepted, count(*) from attachments group by 1, 2`.execute(db)
  for (const by of ['institution', 'course', 'department']) {
    await sql`
      select ${sql.ref(by)}, count(*), count(*) filter (where is_accepted),
        count(*) filter (where not is_accepted and not is_archived)
      from attachments group by 1`.execute(db)
  }
  for (let week = 0; week < 26; week++) {
    const [from, to] = [week + 1, week].map((weeks) => new Date(Date.now() - weeks * 604_800_000))
    await sql`
      select count(*) from attachments
      where "createdAt" >= ${from!.toISOString()} and "createdAt" < ${to!.toISOString()}`.execute(
      db,
    )
  }
}
