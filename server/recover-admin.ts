import { openDatabase } from './database/open.ts'
import { command, environmentSettings, readArguments, say } from './cli/command.ts'
import { needDatabase } from './cli/files.ts'
import { letIn } from './cli/recover-admin.ts'
import { locationOf } from './settings.ts'

/** Lets an administrator in who lost the password or the second factor: `npm run let-in -- EMAIL`. */
await command('let-in', 'EMAIL', async () => {
  const { name: email } = readArguments({}, 'e-mail address')
  const settings = environmentSettings()
  await needDatabase(locationOf(settings))
  const { db } = openDatabase(locationOf(settings))
  try {
    const url = await letIn(db, email, settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`)
    say('The second factor is off. This link sets a password, once, within 72 hours:')
    say(url)
  } finally {
    await db.destroy()
  }
})
