import { resolve } from 'node:path'

import { backupFolder, backUp } from './cli/backup.ts'
import { command, environmentSettings, readArguments, readCount, say } from './cli/command.ts'
import { locationOf } from './settings.ts'

/** Copies the data of the running system: `npm run backup -- --to FOLDER --keep 14`. */
await command('backup', '[--to FOLDER] [--keep NUMBER]', async () => {
  const { values } = readArguments({ to: { type: 'string' }, keep: { type: 'string' } })
  const keep = readCount('--keep', values.keep)
  const settings = environmentSettings()
  const folder = resolve(values.to ?? backupFolder(settings.DATA_DIR))
  const { file, bytes, removed } = await backUp(locationOf(settings), folder, keep)
  say(`Backed up to ${file} (${(bytes / 1e6).toFixed(1)} MB, read back and found sound)`)
  for (const name of removed) say(`Removed ${name}`)
})
