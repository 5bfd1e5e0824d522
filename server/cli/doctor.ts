import packageJson from '#package' with { type: 'json' }
import { isBuilt } from '../../bin/prepare.js'
import { describeError } from '../database/connection-errors.ts'
import { openDatabase } from '../database/open.ts'
import { openDocumentStore } from '../services/documents/document-store.ts'
import { freeBytesOf } from '../services/free-bytes.ts'
import { now } from '../services/ids.ts'
import { loadEnvFile } from '../env-file.ts'
import { locationOf, readSettings, type Settings } from '../settings.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkDocuments } from './doctor/check-documents.ts'
import { checkBucket, checkScanner } from './doctor/check-documents-setup.ts'
import { checkBackups } from './doctor/check-backups.ts'
import { checkKeptItems } from './doctor/check-content.ts'
import { checkTemplates } from './doctor/check-messages.ts'
import { checkInsurances } from './doctor/check-insurances.ts'
import { checkBuild, checkClock, checkDataFolder, checkNode } from './doctor/check-machine.ts'
import { checkSettingsFiles, findSettingsFiles } from './doctor/check-modes.ts'
import { checkReturn } from './doctor/check-return.ts'
import { checkMail, checkSettingNames, checkSettings } from './doctor/check-settings.ts'
import { checkSmsGateway } from './doctor/check-sms-gateway.ts'
import { loadSettings, print, readArguments, runMain, UsageError } from './command.ts'
import { countOf } from './count-of.ts'
import { requireDatabase } from './files.ts'
import {
  type DoctorEnvironment,
  problemFinding,
  type CheckResult,
  type Finding,
} from './doctor/finding.ts'
import { removeUnknownDocuments, repairDocuments } from './doctor/compare-documents.ts'
import { repairSchema } from './doctor/repair-schema.ts'
import { repair } from './doctor/repair.ts'
import { reportFindings } from './doctor/report-findings.ts'

/** `npm run doctor`: checks the system. Exit code 1 when there is a problem. */
async function main() {
  const { values } = readArguments({
    backups: { type: 'string' },
    thorough: { type: 'boolean', default: false },
    'before-return': { type: 'boolean', default: false },
    mail: { type: 'boolean', default: false },
    repair: { type: 'boolean', default: false },
    'remove-unknown-documents': { type: 'boolean', default: false },
  })
  const { repair: canRepair, 'remove-unknown-documents': canRemove } = values
  if (canRemove && !canRepair) throw new UsageError('--remove-unknown-documents needs --repair.')
  if (canRepair) await runRepair(canRemove)
  const environment = currentEnvironment(values.backups, values.thorough)
  print(`Version ${packageJson.version}`)
  const at = now()
  const counts = { problem: 0, warning: 0, note: 0 }
  const results: CheckResult[] = []
  for await (const { title, findings } of runChecks(environment, values['before-return'])) {
    results.push({ title, findings })
    if (findings.length === 0) print(`ok       ${title}`)
    for (const { level, what, todo } of findings) {
      counts[level]++
      print(`${level.padEnd(8)} ${title}: ${what}\n         → ${todo}`)
    }
  }
  print(`${countOf(counts.problem, 'problem')}, ${countOf(counts.warning, 'warning')}`)
  if (counts.problem > 0) process.exitCode = 1
  if (values.mail) print(await reportFindings(loadSettings(), at, results))
}

const checks: [title: string, check: Check][] = [
  ['Settings', (_, settings) => checkSettings(settings)],
  ['Files of settings', checkSettingsFiles],
  ['Node', checkNode],
  ['Pages', checkBuild],
  ['Clock', checkClock],
  ['Data folder', checkDataFolder],
  ['Database', ({ now: clock }, settings) => checkDatabase(locationOf(settings), clock())],
  ['Bucket', (_, settings) => checkBucket(settings)],
  ['Documents', checkDocuments],
  ['Website', checkKeptItems],
  ['Message texts', (_, settings) => checkTemplates(settings)],
  ['Insurances', checkInsurances],
  ['Virus scanner', checkScanner],
  ['Backups', checkBackups],
  ['Mail', (_, settings) => checkMail(settings)],
  ['SMS', checkSmsGateway],
]

type Check = (environment: DoctorEnvironment, settings: Settings) => Finding[] | Promise<Finding[]>

/** Runs every check. The checks change nothing. */
export async function* runChecks(
  environment: DoctorEnvironment,
  isBeforeReturn = false,
): AsyncGenerator<CheckResult> {
  yield { title: 'Names of settings', findings: checkSettingNames(environment) }
  let settings: Settings
  try {
    settings = readSettings({ ...environment.variables })
  } catch (error) {
    const todo = 'Set it as the table in the README says.'
    yield { title: 'Settings', findings: [problemFinding((error as Error).message, todo)] }
    return
  }
  for (const [title, check] of checks) {
    yield { title, findings: await runCheck(check, environment, settings) }
  }
  if (!isBeforeReturn) return
  const findings = await runCheck(() => checkReturn(settings), environment, settings)
  yield { title: 'Return to the release before', findings }
}

/** Reports an error as a finding, so that the other checks still run. */
async function runCheck(check: Check, environment: DoctorEnvironment, settings: Settings) {
  try {
    return await check(environment, settings)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const todo =
      code === 'EACCES' || code === 'EPERM'
        ? 'Run doctor as the user that runs the server; its data must belong to that user.'
        : 'Solve that if you can, or tell the developers. The other checks have run.'
    return [problemFinding(describeError(error), todo)]
  }
}

function currentEnvironment(backups: string | undefined, isThorough: boolean): DoctorEnvironment {
  loadEnvFile()
  return {
    variables: process.env,
    nodeVersion: process.versions.node,
    freeBytes: freeBytesOf,
    settingsFiles: () => findSettingsFiles(process.env),
    isBuilt,
    now: Date.now,
    backups,
    isThorough,
  }
}

async function runRepair(canRemove: boolean) {
  const settings = loadSettings()
  const location = locationOf(settings)
  await requireDatabase(location)
  const { db, engine } = openDatabase(location)
  try {
    await repairSchema(db, engine, location)
    const { texts, names, persons } = await repair(db, engine)
    print(
      `Rebuilt ${countOf(texts, 'search text')} and the keys of ${countOf(names, 'name')}, compared ${countOf(persons, 'application')}, and removed records without a user`,
    )
    await repairDocuments(db)
    if (!canRemove) return
    const store = await openDocumentStore(settings)
    const removed = await removeUnknownDocuments(db, store)
    print(`Removed ${countOf(removed, 'file')} of unknown documents from ${store.location}`)
  } finally {
    await db.destroy()
  }
}

const usage =
  '[--backups FOLDER] [--thorough] [--before-return] [--mail] [--repair [--remove-unknown-documents]]'

if (import.meta.main) await runMain('doctor', usage, main)
