import { openDatabase } from './database/open.ts'
import { command, environmentSettings, readArguments, readCount, say } from './cli/command.ts'
import { seed } from './cli/seed.ts'
import { locationOf } from './settings.ts'

/** Adds made-up applications to the database: `npm run seed -- --applications 200`. */
await command('seed', '[--applications NUMBER]', async () => {
  const { values } = readArguments({ applications: { type: 'string' } })
  const count = readCount('--applications', values.applications) ?? 200
  const { db, engine } = openDatabase(locationOf(environmentSettings()))
  try {
    await seed(db, engine, count)
  } finally {
    await db.destroy()
  }
  say(`Added ${count.toLocaleString('en')} made-up applications`)
})
