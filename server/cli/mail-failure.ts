import { now } from '../services/ids.ts'
import { dayInWords } from '../services/day-in-words.ts'
import type { Settings } from '../settings.ts'
import { commandLine, loadSettings, print, readArguments, runMain } from './command.ts'
import { problemFinding } from './doctor/finding.ts'
import { storeFindings } from './doctor/report-findings.ts'
import { nameOfSite, tellAdministrators } from './doctor/tell-administrators.ts'

/**
 * `mail-failure.ts UNIT`: tells the administrators that a unit of systemd has failed. The unit
 * foundation-failed@ runs it. The dashboard shows a failed backup, too.
 */
async function main() {
  const { positional: unit } = readArguments({}, 'unit')
  const settings = loadSettings()
  const of = nameOfSite(settings)
  if (unit === backupUnit) await storeFailure(settings)
  const words =
    unit === backupUnit
      ? {
          subject: 'the backup failed',
          text: `The nightly backup of ${of} failed. The site works, but its newest data has no copy.

What to do, on the server:

journalctl --unit foundation-backup --lines 50    says why
foundation backup                                 makes the backup now
foundation doctor                                 checks everything
`,
        }
      : {
          subject: `${unit} failed`,
          text: `On the server of ${of}, ${unit} did not end as it should.

What to do, on the server:

journalctl --unit ${unit} --lines 50    says why
foundation doctor                       checks everything
`,
        }
  print(await tellAdministrators(settings, unit, words))
}

const backupUnit = 'foundation-backup'

async function storeFailure(settings: Settings) {
  const at = now()
  const what = `The backup of ${dayInWords(at, 'en')} failed. The site works, but its newest data has no copy.`
  const todo = `On the server, journalctl --unit ${backupUnit} --lines 50 says why. Then run ${commandLine('backup')}, and ${commandLine('doctor', '--mail')} to end this message.`
  await storeFindings(settings, 'backup', at, [{ title: 'Backups', ...problemFinding(what, todo) }])
}

if (import.meta.main) await runMain('mail-failure', 'UNIT', main)
