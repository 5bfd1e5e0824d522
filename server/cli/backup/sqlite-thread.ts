import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** A query on an SQLite file, which is opened for reading. */
export interface Query {
  file: string
  sql: string
  parameters: SQLInputValue[]
}

// The code of a thread: runs the query and posts its rows.
const { file, sql, parameters } = workerData as Query
using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
parentPort!.postMessage(database.prepare(sql).all(...parameters), [])
