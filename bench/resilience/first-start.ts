import { Client } from 'pg'

import { createDatabase, dropDatabase } from '../../tests/support/postgres.ts'
import { startServer } from '../../tests/support/server.ts'
import type { Examine } from './finding.ts'

const rounds = 3
const processes = 10

/** Starts ten servers concurrently on an empty database. */
export const firstStart: Examine = async (postgresUrl) => {
  let wrong = 0
  for (let round = 0; round < rounds; round++) {
    const DATABASE_URL = await createDatabase(postgresUrl)
    const starts = Array.from({ length: processes }, () => startServer({ DATABASE_URL }))
    const started = await Promise.allSettled(starts)
    const servers = started.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    wrong += processes - servers.length
    for (const { url } of servers) if (!(await fetch(`${url}/readyz`)).ok) wrong++
    wrong += await doubledRecords(DATABASE_URL)
    for (const { stop } of servers) await stop('SIGTERM')
    await dropDatabase(DATABASE_URL)
  }
  return [
    {
      what: `${processes} servers started at once on an empty database`,
      tried: rounds,
      lost: wrong,
      note: 'each is ready; one administrator, every institution once',
    },
  ]
}

/** Number of administrators and institutions beyond the first of each. */
async function doubledRecords(database: string) {
  const client = new Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query(`
    select (select count(*) from users) - 1
      + (select count(*) - count(distinct lower(name)) from institutions) as doubled`)
  await client.end()
  return Math.abs(Number(rows[0].doubled))
}
