import type { ReportedFinding } from '../../../contract/checks.ts'
import { describeError } from '../../database/connection-errors.ts'
import { storeChecks } from '../../services/last-checks.ts'
import type { Settings } from '../../settings.ts'
import { commandLine, print } from '../command.ts'
import type { CheckResult } from './finding.ts'
import { nameOfSite, tellAdministrators } from './tell-administrators.ts'
import { withReady } from './with-ready.ts'

/**
 * Tells the administrators the problems that doctor found, and warnings about backups: on the dashboard
 * and by e-mail. `at` is the start of the checks.
 */
export async function reportFindings(settings: Settings, at: string, results: CheckResult[]) {
  const serious = results.flatMap(({ title, findings }) =>
    findings
      .filter(({ level }) => level === 'problem' || title === 'Backups')
      .map((finding) => ({ title, ...finding })),
  )
  await storeFindings(settings, 'doctor', at, serious)
  if (serious.length === 0) return 'No e-mail was sent: there is nothing to tell the administrators'
  const count = serious.length === 1 ? 'a problem' : `${serious.length} problems`
  return tellAdministrators(settings, 'foundation-doctor', {
    subject: `${count} on the server`,
    text: `The daily check of ${nameOfSite(settings)} found ${count}:

${serious.map(({ title, what, todo }) => `${title}: ${what}\n→ ${todo}\n`).join('\n')}
All results: ${commandLine('doctor')}
`,
  })
}

/** Stores findings for the dashboard. A database that cannot be used is no reason to fail. */
export async function storeFindings(
  settings: Settings,
  _id: 'doctor' | 'backup',
  at: string,
  findings: readonly ReportedFinding[],
) {
  await withReady(settings, (db) => storeChecks(db, _id, at, findings)).catch((error: unknown) =>
    print(`The dashboard does not show this: ${describeError(error)}`),
  )
}
