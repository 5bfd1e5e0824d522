import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { findProgramFolder } from '../../server/cli/backup/find-program.ts'
import { startCluster } from './cluster.ts'

/**
 * True if the tests can use PostgreSQL: the server in TEST_DATABASE_URL, or programs to start a
 * server. Without PostgreSQL, its tests do not run, except in CI, where it is required.
 */
export function hasPostgres(): boolean {
  if (process.env.TEST_DATABASE_URL || findProgramFolder('initdb', 'postgres')) return true
  if (process.env.CI) {
    throw new Error('No PostgreSQL for the tests: install it, or set TEST_DATABASE_URL')
  }
  return false
}

/** Returns the server in TEST_DATABASE_URL, or starts a temporary cluster. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, stop: async () => {} }
  const programs = findProgramFolder('initdb', 'postgres')
  if (!programs) throw new Error('PostgreSQL is not installed')
  return startCluster(programs)
}

/** Creates an empty database, or a copy of `template`, and returns its URL. */
export async function createDatabase(server: string, template?: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query(server, `create database ${name}${template ? ` template ${nameOf(template)}` : ''}`)
  return withDatabase(server, name)
}

/** Drops a database, together with the connections to it. */
export async function dropDatabase(url: string): Promise<void> {
  return query(withDatabase(url, 'postgres'), `drop database ${nameOf(url)} with (force)`)
}

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

function withDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = name
  return changed.href
}
