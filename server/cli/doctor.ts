import { describeError } from '../database/connection-errors.ts'
import { locationOf, readSettings, type Settings } from '../settings.ts'
import { checkDatabase } from './check-database.ts'
import {
  checkBackups,
  checkBuild,
  checkClock,
  checkDataFolder,
  checkNode,
} from './check-machine.ts'
import { checkMail, checkNames, checkSettings } from './check-settings.ts'
import { problem, type Finding } from './finding.ts'
import type { System } from './doctor-environment.ts'

interface Examined {
  title: string
  findings: Finding[]
}

type Check = (system: System, settings: Settings) => Finding[] | Promise<Finding[]>

const checks: [title: string, check: Check][] = [
  ['Settings', (_system, settings) => checkSettings(settings)],
  ['Node', checkNode],
  ['Pages', checkBuild],
  ['Clock', checkClock],
  ['Data folder', checkDataFolder],
  ['Database', (system, settings) => checkDatabase(locationOf(settings), system.now())],
  ['Backups', checkBackups],
  ['Mail', (_system, settings) => checkMail(settings)],
]

/** Examines a system without changing it. */
export async function* examine(system: System): AsyncGenerator<Examined> {
  yield { title: 'Names of settings', findings: checkNames(system) }
  let settings: Settings
  try {
    settings = readSettings({ ...system.variables })
  } catch (error) {
    yield {
      title: 'Settings',
      findings: [problem((error as Error).message, 'Set it as the table in the README says.')],
    }
    return
  }
  for (const [title, check] of checks) {
    yield { title, findings: await findingsOf(check, system, settings) }
  }
}

/** What hinders one check does not hinder the others. */
async function findingsOf(check: Check, system: System, settings: Settings) {
  try {
    return await check(system, settings)
  } catch (error) {
    const todo = 'Run doctor as the user that runs the server; its data must belong to that user.'
    return [problem(describeError(error), todo)]
  }
}
