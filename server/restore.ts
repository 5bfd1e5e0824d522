import { resolve } from 'node:path'

import { command, environmentSettings, readArguments, say } from './cli/command.ts'
import { restore } from './cli/restore.ts'
import { locationOf } from './settings.ts'

/** Brings a backup back: `npm run restore -- FILE`. */
await command('restore', 'FILE [--replace]', async () => {
  const options = { replace: { type: 'boolean', default: false } } as const
  const { values, name } = readArguments(options, 'file')
  const file = resolve(name)
  const aside = await restore(locationOf(environmentSettings()), file, values.replace)
  say(`Restored ${file}`)
  if (aside !== undefined) say(`What was there before is in ${aside}: delete it when all is well`)
  say('Everybody has to sign in again')
})
