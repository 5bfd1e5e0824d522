import { startPostgres } from '../tests/support/postgres.ts'
import { backup } from './resilience/backup.ts'
import { documents } from './resilience/documents.ts'
import type { Examine, Finding } from './resilience/finding.ts'
import { fullWal } from './resilience/full-wal.ts'
import { kill } from './resilience/kill.ts'
import { mail } from './resilience/mail.ts'
import { outage } from './resilience/outage.ts'
import { rollingRestart } from './resilience/rolling-restart.ts'
import { stop } from './resilience/stop.ts'
import { twoVersions } from './resilience/two-versions.ts'

/**
 * `npm run resilience` runs long resilience tests: failures that could lose an application or stop the
 * server. It prints what was tried, how often, and what was lost. `npm run resilience -- kill` runs one
 * part.
 */

const parts: Record<string, Examine> = {
  kill,
  documents,
  stop,
  mail,
  'full-wal': fullWal,
  'rolling-restart': rollingRestart,
  'two-versions': twoVersions,
  outage,
  backup,
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts)
if (chosen.some((name) => !(name in parts))) {
  console.error(`Choose from ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))
const postgres = await startPostgres()
let totalLost = 0
try {
  line('', 'tried', 'lost', '')
  for (const name of chosen) {
    for (const finding of await examine(name)) {
      line(finding.what, finding.tried, finding.lost, finding.note)
      totalLost += finding.lost
    }
  }
} finally {
  await postgres.stop()
}
process.exitCode = totalLost > 0 ? 1 : 0

/** A part that throws becomes a finding, and the other parts still run. */
async function examine(name: string): Promise<Finding[]> {
  try {
    return await parts[name]!(postgres.url)
  } catch (error) {
    return [{ what: name, tried: 1, lost: 1, note: `did not end: ${(error as Error).stack}` }]
  }
}

function line(what: string, tried: unknown, lost: unknown, note: string) {
  console.log(`${what.padEnd(66)}${String(tried).padStart(7)}${String(lost).padStart(6)}  ${note}`)
}
