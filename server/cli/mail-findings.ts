import type { Settings } from '../settings.ts'
import { commandLine } from './command.ts'
import type { CheckResult } from './finding.ts'
import { nameOfSite, tellAdministrators } from './tell-administrators.ts'

/** E-mails the problems that doctor has found, and warnings about backups, to the administrators. */
export async function mailFindings(settings: Settings, results: CheckResult[]) {
  const serious = results.flatMap(({ title, findings }) =>
    findings
      .filter(({ level }) => level === 'problem' || title === 'Backups')
      .map(({ what, todo }) => `${title}: ${what}\n→ ${todo}\n`),
  )
  if (serious.length === 0) return 'No e-mail was sent: there is nothing to tell the administrators'
  const count = serious.length === 1 ? 'a problem' : `${serious.length} problems`
  return tellAdministrators(settings, 'foundation-doctor', {
    subject: `${count} on the server`,
    text: `The daily check of ${nameOfSite(settings)} found ${count}:

${serious.join('\n')}
All results: ${commandLine('doctor')}
`,
  })
}
