import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database } from '../../server/database/tables.ts'
import { ask } from '../http-client.ts'
import { Times } from '../timing.ts'
import { enginesOf, engineNames, memoryDuring, sharedServer } from './engines.ts'
import { measureFigures, quantity, type Figure, type Measure, type Setting } from './figure.ts'
import { submissionsDuring } from './submissions-during.ts'

const rows = 100_000
const step = 5000

/** The CSV of 100,000 applications, and submissions during it. */
export const csv: Measure = async (setting) => {
  const figures: Figure[] = []
  for (const engine of enginesOf(setting)) {
    figures.push(...(await measureFigures(() => examine(engine, setting))))
  }
  return figures
}

async function examine(engine: keyof typeof engineNames, setting: Setting): Promise<Figure[]> {
  const server = await sharedServer(engine, setting, rows)
  const name = `${rows.toLocaleString('en')} rows, ${engineNames[engine]}`
  const exportAll = () => ask(`${server.url}/api/admin/export/attachments`, server.token)
  const [whole, bare] = [new Times(), new Times()]
  await exportAll()
  await sleep(1000)
  const { before, most } = await memoryDuring(server.pid, async () => {
    for (let round = 0; round < (setting.quick ? 2 : 5); round++) {
      await whole.add(exportAll)
      await bare.add(() => readAndFormat(server.db))
    }
  })
  return [
    {
      what: `CSV of ${name}`,
      measured: `${quantity(whole.median / 1000)} s`,
      limit: `${quantity(bare.median / 1000)} s: reading and formatting them`,
      value: whole.median / bare.median,
      target: 'csv',
    },
    {
      what: `memory that grows with a CSV of ${name}`,
      measured: `${quantity(most - before)} MB`,
      limit: `${quantity(before)} MB before`,
      value: most - before,
      target: 'csv memory',
    },
    await submissionsDuring(server.url, `a CSV of ${name}`, setting, exportAll),
  ]
}

/** Reads all rows in pages, with the names of their lookups, and formats them. */
async function readAndFormat(db: Database) {
  let last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  for (;;) {
    const { rows: some } = await sql<Record<string, unknown> & { _id: string }>`
      select attachments.*, institutions.name as i, courses.name as c, departments.name as d
      from attachments
      left join institutions on institutions._id = attachments.institution
      left join courses on courses._id = attachments.course
      left join departments on departments._id = attachments.department
      where attachments._id < ${last} order by attachments._id desc limit ${step}`.execute(db)
    const end = some.at(-1)
    if (!end) return
    some
      .map((row) =>
        Object.values(row)
          .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
          .join(),
      )
      .join('\r\n')
    last = end._id
  }
}
