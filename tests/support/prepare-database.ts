/**
 * A command with the URL of an empty database: creates its tables and fills in the reference data.
 * It is a process of its own because Vitest's setup files cannot read the reference data.
 */
import { openDatabase, prepareDatabase } from '../../server/database/open.ts'

const { db, engine } = openDatabase({ databaseUrl: process.argv[2], dataDir: '' })
await prepareDatabase(db, engine)
await db.destroy()
