import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'

import type { Finding } from '../../server/cli/doctor/finding.ts'
import type { Database } from '../../server/database/tables.ts'

/** A damage, and what doctor says about it. tests/doctor-findings.test.ts collects all `finding`s. */
interface Damaged {
  /** A part of the sentence of the finding. */
  finding: string
  /** The part of the advice that the test follows. */
  advice: string
  damage: () => unknown
}

/**
 * Does all damages, expects doctor to report each with its advice, and follows the advice. Returns the
 * findings that are left. No advice but that about a damaged file replaces the database.
 */
export async function followAdvice(
  see: () => Promise<Finding[]>,
  damages: readonly Damaged[],
  follow: (found: Finding[]) => unknown,
) {
  const before = await see()
  for (const { damage } of damages) await damage()
  const after = await see()
  const found = damages.flatMap(({ finding, advice }) => {
    const some = after.filter(({ what }) => what.includes(finding))
    expect(some, `${finding}\nin ${JSON.stringify(after, null, 1)}`).not.toEqual([])
    for (const { todo } of some) {
      expect(todo).toContain(advice)
      if (!advice.includes('--replace')) expect(todo).not.toContain('--replace')
    }
    return some
  })
  await follow(found)
  const sentences = new Set(before.map(({ what }) => what))
  return (await see()).filter(({ what }) => !sentences.has(what))
}

/** Changes rows as a broken program would: the engine checks no reference meanwhile. */
export function withoutReferences(db: Database, ...changes: RawBuilder<unknown>[]) {
  const [off, on] =
    process.env['TEST_ENGINE'] === 'postgres'
      ? ['set session_replication_role = replica', 'set session_replication_role = origin']
      : ['pragma foreign_keys = off', 'pragma foreign_keys = on']
  return db.connection().execute(async (connection) => {
    await sql.raw(off).execute(connection)
    for (const change of changes) await change.execute(connection)
    await sql.raw(on).execute(connection)
  })
}
