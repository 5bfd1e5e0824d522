/**
 * A command with the URL of an empty database: creates its tables, the reference data and the
 * administrator of the tests.
 * It is a process of its own because Vitest's setup files cannot read the reference data.
 */
import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { createFirstAdministrator } from '../../server/services/accounts/first-administrator.ts'
import { administrator } from './server.ts'

const { db, engine } = openDatabase({ databaseUrl: process.argv[2], dataDir: '' })
await prepareDatabase(db, engine)
await createFirstAdministrator(db, administrator.email, administrator.password)
await db.destroy()
