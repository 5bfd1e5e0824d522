import { loadSettings, print, readArguments, runMain } from './command.ts'
import { nameOfSite, tellAdministrators } from './tell-administrators.ts'

/**
 * `mail-failure.ts UNIT`: tells the administrators that a unit of systemd has failed. The unit
 * foundation-failed@ runs it.
 */
async function main() {
  const { positional: unit } = readArguments({}, 'unit')
  const settings = loadSettings()
  const of = nameOfSite(settings)
  const words =
    unit === 'foundation-backup'
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

if (import.meta.main) await runMain('mail-failure', 'UNIT', main)
