import {
  command,
  environmentSettings,
  locationOf,
  readArguments,
  say,
} from './operations/command.ts'
import { restore } from './operations/restore.ts'

/** Brings a backup back: `npm run restore -- FILE`. */
await command('npm run restore -- FILE [--replace]', async () => {
  const { values, file } = readArguments({ replace: { type: 'boolean', default: false } }, 1)
  const aside = await restore(locationOf(environmentSettings()), file, values.replace)
  say(`Restored ${file}`)
  if (aside !== undefined) say(`What was there before is in ${aside}: delete it when all is well`)
  say('Everybody has to sign in again')
})
