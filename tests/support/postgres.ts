import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { findProgramFolder } from '../../server/cli/find-program.ts'
import { startCluster } from './cluster.ts'

type TestPostgres = {
  /** What `createDatabase` takes: a server's URL, or `pglite:`. */
  url: string
  engine: 'postgres' | 'pglite'
  stop: () => Promise<void>
}

const pgliteUrl = 'pglite:'
const pglites = new Map<string, () => Promise<void>>()

/**
 * The server that TEST_DATABASE_URL names, else a throw-away cluster, else PGlite where
 * PostgreSQL's programs are missing (an error in CI).
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, engine: engineOf(given), stop: async () => {} }
  const programs = findProgramFolder('initdb', 'postgres')
  if (programs) return { engine: 'postgres', ...(await startCluster(programs)) }
  if (process.env.CI) {
    throw new Error('No PostgreSQL for the tests: install it, or set TEST_DATABASE_URL')
  }
  process.stderr.write('No PostgreSQL found: PGlite stands in, close to it but not the same\n')
  return { url: pgliteUrl, engine: 'pglite', stop: async () => {} }
}

/** Makes an empty database and answers its URL. PGlite's lives in the calling process. */
export async function createDatabase(server: string): Promise<string> {
  if (engineOf(server) === 'pglite') return createPglite()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query(server, `create database ${name}`)
  return withDatabase(server, name)
}

/** Removes what `createDatabase` made, whoever is still connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  const stopPglite = pglites.get(url)
  if (stopPglite) return stopPglite()
  const name = new URL(url).pathname.slice(1)
  return query(withDatabase(url, 'postgres'), `drop database ${name} with (force)`)
}

function engineOf(server: string) {
  return server === pgliteUrl ? 'pglite' : 'postgres'
}

async function createPglite() {
  const { servePglite } = await import('./pglite.ts')
  const { url, stop } = await servePglite()
  pglites.set(url, stop)
  return url
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

function withDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = name
  return changed.href
}
