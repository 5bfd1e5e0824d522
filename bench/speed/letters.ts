import { execFileSync } from 'node:child_process'

import { allocator, server as serverArguments } from '../../bin/prepare.js'
import { mostAtOnce } from '../../contract/application/application.ts'
import type { TestEngine } from '../../tests/support/server.ts'
import { ask } from '../http-client.ts'
import { enginesOf, engineNames, memoryDuring, serverWith, memoryOf } from './engines.ts'
import { quantity, type Figure, type Measure, type Setting } from './figure.ts'
import { createIntake, fillIntake } from './intake-lists.ts'
import type { LettersDrawn } from './draw-letters.ts'

const count = 1000

/** Letters as PDF: one file of 1,000, and 1,000 that the running server makes. */
export const letters: Measure = async (setting) => {
  const figures = drawOneFile()
  for (const engine of enginesOf(setting)) figures.push(await askServer(engine, setting))
  return figures
}

/** In a process with the server's settings of memory. */
function drawOneFile(): Figure[] {
  const [flag] = serverArguments
  const output = execFileSync(
    process.execPath,
    [flag!, 'bench/speed/draw-letters.ts', `${count}`],
    {
      env: { ...process.env, ...allocator },
    },
  )
  const { seconds, growth, bytes } = JSON.parse(output.toString()) as LettersDrawn
  const one = `${quantity(count)} letters as one PDF`
  return [
    {
      what: one,
      measured: `${quantity(count / seconds)} a second, ${quantity(bytes / count)} bytes each`,
      limit: '60 a second',
      value: count / seconds,
      target: 'letters',
    },
    {
      what: `memory that grows with ${one}`,
      measured: `${quantity(growth)} MB`,
      limit: '60 MB',
      value: growth,
      target: 'letters memory',
    },
  ]
}

/** The memory of a server that has just started and made one letter, which loads the code. */
async function askServer(engine: TestEngine, setting: Setting): Promise<Figure> {
  // A tenth is in the intake, and about a third of these is accepted.
  const applications = 40 * count
  const server = await serverWith(engine, setting, applications)
  try {
    const { _id: intake } = await createIntake(server, 1)
    await fillIntake(server, intake, applications / 10)
    const placements = await server.db
      .selectFrom('placements')
      .select('attachment')
      .limit(count)
      .execute()
    if (placements.length < count) throw new Error(`There are ${placements.length} placements`)
    const ids = placements.map(({ attachment }) => attachment)
    const file = `${server.url}/api/admin/attachments/letters.pdf?kind=acceptance&ids=`
    const idle = memoryOf(server.pid)
    await ask(file + ids[0], server.token)
    const { before, most } = await memoryDuring(server.pid, async () => {
      for (let from = 0; from < count; from += mostAtOnce) {
        await ask(file + ids.slice(from, from + mostAtOnce).join(), server.token)
      }
    })
    return {
      what: `memory that grows with ${quantity(count)} letters in files of ${mostAtOnce}, ${engineNames[engine]}`,
      measured: `${quantity(most - before)} MB; the first letter ${quantity(before - idle)} MB`,
      limit: `${quantity(before)} MB before`,
      value: most - before,
      target: 'letters memory',
    }
  } finally {
    await server.close()
  }
}
