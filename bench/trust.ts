import { startPostgres } from '../tests/support/postgres.ts'
import { advisories } from './trust/advisories.ts'
import { backup } from './trust/backup.ts'
import { failover } from './trust/failover.ts'
import type { Examine, Finding } from './trust/finding.ts'
import { firstStart } from './trust/first-start.ts'
import { fullDisk } from './trust/full-disk.ts'
import { fuzz } from './trust/fuzz.ts'
import { kill } from './trust/kill.ts'
import { mail } from './trust/mail.ts'
import { outage } from './trust/outage.ts'
import { overload } from './trust/overload.ts'
import { rollingRestart } from './trust/rolling-restart.ts'
import { scanners } from './trust/scanners.ts'
import { slowClients } from './trust/slow-clients.ts'
import { stop } from './trust/stop.ts'

/**
 * `npm run trust` tries at length what could lose an application or bring the server down, and
 * prints what was tried, how often, and what was lost. `npm run trust -- kill` runs one part.
 */

const parts: Record<string, Examine> = {
  kill,
  stop,
  mail,
  'full-disk': fullDisk,
  'slow-clients': slowClients,
  overload,
  'first-start': firstStart,
  'rolling-restart': rollingRestart,
  outage,
  failover,
  fuzz,
  backup,
  scanners,
  advisories,
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts)
if (chosen.some((name) => !(name in parts))) {
  console.error(`Choose from ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))
const postgres = await startPostgres()
let lost = 0
try {
  line('', 'tried', 'lost', '')
  for (const name of chosen) {
    for (const finding of await examine(name)) {
      line(finding.what, finding.tried, finding.lost, finding.note)
      lost += finding.lost
    }
  }
} finally {
  await postgres.stop()
}
process.exitCode = lost > 0 ? 1 : 0

/** A part that breaks is a finding, too: the others still run. */
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
