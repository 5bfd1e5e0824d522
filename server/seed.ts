import { openDatabase } from './database/open.ts'
import { command, environmentSettings, readArguments, say } from './operations/command.ts'
import { OperationError } from './operations/operation-error.ts'
import { seed } from './operations/seed.ts'
import { locationOf } from './settings.ts'

/** Adds made-up applications to the database: `npm run seed -- --applications 200`. */
await command('seed', '[--applications NUMBER]', async () => {
  const { values } = readArguments({ applications: { type: 'string', default: '200' } })
  const count = Number(values.applications)
  if (!Number.isInteger(count) || count < 1) {
    throw new OperationError('--applications takes a number from 1')
  }
  const { db, engine } = openDatabase(locationOf(environmentSettings()))
  try {
    await seed(db, engine, count)
  } finally {
    await db.destroy()
  }
  say(`Added ${count.toLocaleString('en')} made-up applications`)
})
