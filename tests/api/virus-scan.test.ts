import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { checkScanner, eicar } from '../../server/cli/doctor/check-documents-setup.ts'
import type { DocumentsTable } from '../../server/database/tables.ts'
import { inTransaction, markForAfterCommit } from '../../server/database/transaction.ts'
import { hashToken } from '../../server/services/tokens.ts'
import { clamdVersion, scan } from '../../server/services/documents/clamd.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import { scanWorker, type ScanTiming } from '../../server/services/documents/scan-worker.ts'
import { now } from '../../server/services/ids.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { hasClamd, startClamd } from '../support/clamd.ts'
import { startClamdStandIn, type ClamdBehaviour } from '../support/clamd-stand-in.ts'
import { addDocument } from '../support/documents.ts'
import { deadPort } from '../support/port.ts'
import { runQueue } from '../support/run-job.ts'

const limits = { silence: 5_000, total: 10_000 }
const quick = { tick: 20, shortestPause: 1, longestPause: 20, silence: 200 }
const isFirst = process.env['TEST_ENGINE'] !== 'postgres'

const standIn = await startClamdStandIn()
afterAll(() => standIn.stop())
const { ask, db, variables } = await startApi()
const dataDir = variables.DATA_DIR
const store = diskStore(documentsFolder(dataDir))

afterEach(async () => {
  standIn.treat('scan')
  standIn.waitFor(Promise.resolve())
  standIn.scanned.length = 0
  await db.deleteFrom('documents').execute()
})

/** Runs a worker until the test ends. `told` has what it reports. */
function startWorker(
  { tick, ...timing }: Partial<ScanTiming> & { tick: number } = quick,
  clamd: string | undefined = standIn.address,
) {
  const told: string[] = []
  const worker = scanWorker({
    db,
    store,
    clamd,
    onVirus: (_id, name) => told.push(`virus ${name}`),
    onFailure: (_id, reason) => told.push(`failure ${reason}`),
    timing,
  })
  const onChange = (reason: string | undefined) => told.push(`outage ${reason}`)
  return { told, ...runQueue(worker, { db, tick, onChange }) }
}

/** Stores the bytes of a document, then its state, as an upload does. */
async function add(changes: Parameters<typeof addDocument>[2] = {}) {
  const { state = 'scanning', scanAt = now(), ...others } = changes
  const row = await addDocument({ db, dataDir }, null, { ...others, state: 'receiving' })
  await db.updateTable('documents').set({ state, scanAt }).where('_id', '=', row._id).execute()
  return row
}

const read = ({ _id }: Pick<DocumentsTable, '_id'>) =>
  db
    .selectFrom('documents')
    .select(['state', 'scanAt'])
    .where('_id', '=', _id)
    .executeTakeFirstOrThrow()

const becomes = (row: Pick<DocumentsTable, '_id'>, state: string) =>
  vi.waitFor(async () => expect(await read(row)).toEqual({ state, scanAt: null }), 10_000)

const isStored = async ({ _id }: Pick<DocumentsTable, '_id'>) => {
  const file = await store.get(_id)
  file?.bytes.destroy()
  return file !== undefined
}

test('a clean document becomes clean, and all of its bytes were scanned', async () => {
  const bytes = randomBytes(1_000_000)
  const row = await add({ bytes })
  startWorker()

  await becomes(row, 'clean')
  expect(standIn.scanned.map((file) => file.equals(bytes))).toEqual([true])
  expect(await isStored(row)).toBe(true)
})

test('a document with a virus is refused: its bytes are deleted, the row stays', async () => {
  const row = await add({ bytes: Buffer.concat([eicar(), Buffer.from('\n')]) })
  const { told } = startWorker()

  await becomes(row, 'refused')
  expect(await isStored(row)).toBe(false)
  expect(told).toEqual(['virus Win.Test.EICAR_HDB-1'])
})

const failures: [behaviour: ClamdBehaviour, reply: string][] = [
  ['too large', 'INSTREAM size limit exceeded. ERROR'],
  ['over limits', 'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND'],
]
for (const [behaviour, reply] of failures) {
  test(`a document that clamd finds ${behaviour} is not clean, and is tried again`, async () => {
    standIn.treat(behaviour)
    const row = await add()
    const { told } = startWorker()
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(1))

    expect(new Set(told)).toEqual(new Set([`failure ${reply}`]))
    expect(await read(row)).toMatchObject({ state: 'scanning', scanAt: expect.any(String) })
    standIn.treat('scan')
    await becomes(row, 'clean')
  })
}

const outages: [behaviour: ClamdBehaviour, reason: RegExp][] = [
  ['silent', /^outage clamd is silent$/],
  [
    'hang up',
    /^outage (clamd has closed the connection|read ECONNRESET|write EPIPE|This socket has been ended .*)$/,
  ],
  ['garbage', /^outage this is not the answer of a clamd$/],
  ['flood', /^outage this is not the answer of a clamd$/],
]
for (const [behaviour, reason] of outages) {
  test(`while clamd does this: ${behaviour}, documents wait, and are scanned later`, async () => {
    standIn.treat(behaviour)
    const row = await add()
    const { told } = startWorker()
    await vi.waitFor(() => expect(told[0]).toMatch(reason))

    expect(await read(row)).toMatchObject({ state: 'scanning', scanAt: expect.any(String) })
    standIn.treat('scan')
    await becomes(row, 'clean')
    const ends = () => told.filter((line) => line === 'outage undefined')
    await vi.waitFor(() => expect(ends()).toEqual([told.at(-1)]))
  })
}

test('the pause after a failed scan grows with the age of the document, up to 10 minutes', async () => {
  const ages = [0, 60_000, 3_600_000]
  const rows = await Promise.all(ages.map((age) => add({ createdAt: now(-age) })))
  const { told, wake } = startWorker({ tick: 100_000 }, `127.0.0.1:${deadPort}`)
  const seconds = async () => {
    const found = await Promise.all(rows.map(read))
    return found.map(({ scanAt }) => (Date.parse(scanAt!) - Date.now()) / 1000)
  }

  const expected = [expect.closeTo(5, -1), expect.closeTo(60, -1), expect.closeTo(600, -1)]
  await vi.waitFor(async () => {
    wake()
    expect(await seconds()).toEqual(expected)
  }, 10_000)
  expect(told).toEqual([expect.stringMatching(/^outage .*ECONNREFUSED/)])
})

test('several workers scan every document once', async () => {
  const rows = await Promise.all(
    Array.from({ length: 20 }, (_, index) => add({ bytes: Buffer.from(`document ${index}`) })),
  )
  for (let worker = 0; worker < 4; worker++) startWorker()

  for (const row of rows) await becomes(row, 'clean')
  const texts = standIn.scanned.map(String)
  expect(texts.toSorted()).toEqual(rows.map((_, index) => `document ${index}`).toSorted())
})

test('a claimed document is left alone until its lease ends', async () => {
  const claimed = await add({ scanAt: now(60_000) })
  const free = await add()
  startWorker()
  await becomes(free, 'clean')
  expect((await read(claimed)).state).toBe('scanning')

  await db.updateTable('documents').set({ scanAt: now() }).where('_id', '=', claimed._id).execute()
  await becomes(claimed, 'clean')
})

test('a worker that was too slow changes nothing any more', async () => {
  const row = await add()
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  standIn.waitFor(answer)
  const { wake } = startWorker({ tick: 100_000, silence: 5_000 })
  await vi.waitFor(() => expect(standIn.scanned).toHaveLength(1))
  await db.updateTable('documents').set({ state: 'refused', scanAt: null }).execute()
  resolve()
  const next = await add()
  wake()
  await becomes(next, 'clean')

  expect(await read(row)).toEqual({ state: 'refused', scanAt: null })
})

test('a worker that is stopped does not wait for clamd', async () => {
  const row = await add()
  standIn.waitFor(Promise.withResolvers().promise)
  const { stop, told } = startWorker({ tick: 5_000, silence: 60_000 })
  await vi.waitFor(() => expect(standIn.scanned).toHaveLength(1))
  await stop()

  expect(await read(row)).toMatchObject({ state: 'scanning', scanAt: expect.any(String) })
  expect(told).toEqual([])
})

test('a worker that is woken scans a new document at once', async () => {
  startWorker({ tick: 100_000 })
  const row = await add()
  await inTransaction(db, async (transaction) => markForAfterCommit(transaction))

  await becomes(row, 'clean')
  expect(standIn.scanned).toHaveLength(1)
})

test('a document without its bytes stays, and the others are scanned', async () => {
  const lost = await add()
  await store.remove(lost._id)
  const row = await add()
  const { told } = startWorker()

  await becomes(row, 'clean')
  expect(told).toContain('failure its bytes are missing')
  expect((await read(lost)).state).toBe('scanning')
})

test('when a scanner is set up, documents from before are scanned, too', async () => {
  const rows = [await add({ state: 'unchecked', scanAt: null }), await add({ state: 'unchecked' })]
  const receiving = await add({ state: 'receiving', scanAt: null })
  startWorker()

  for (const row of rows) await becomes(row, 'clean')
  expect((await read(receiving)).state).toBe('receiving')
})

test('when the scanner is removed, waiting documents become unchecked', async () => {
  const waiting = await add({ scanAt: now(60_000) })
  const refused = await add({ state: 'refused' })
  const clean = await add({ state: 'clean', scanAt: null })
  const worker = scanWorker({
    db,
    store,
    clamd: undefined,
    onVirus: () => {},
    onFailure: () => {},
  })
  runQueue(worker, { db, tick: quick.tick })

  await becomes(waiting, 'unchecked')
  expect(await read(refused)).toEqual({ state: 'refused', scanAt: null })
  expect(await isStored(refused)).toBe(false)
  expect([(await read(clean)).state, await isStored(clean)]).toEqual(['clean', true])
})

test('the bytes of a refused document are deleted by the next worker after a crash', async () => {
  const row = await add({ state: 'refused' })
  startWorker()

  await becomes(row, 'refused')
  expect(await isStored(row)).toBe(false)
  expect(standIn.scanned).toEqual([])
})

test('the server scans, and a scanner that is away delays no application', async () => {
  standIn.treat('silent')
  const server = await startApi({ CLAMD: standIn.address })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const key = randomBytes(32).toString('base64url')
  const row = await addDocument({ db: server.db, dataDir: server.variables.DATA_DIR }, null, {
    keyHash: hashToken(key),
    state: 'scanning',
    scanAt: now(),
    expiresAt: now(60_000),
  })
  await inTransaction(server.db, async (transaction) => markForAfterCommit(transaction))
  const body = submission(await choicesOf(ask), { resume_url: '', resume_document: key })
  const headers = { 'idempotency-key': randomUUID() }
  const choices = await choicesOf(server.ask)
  const { status } = await server.ask(api.public.submit, { body: { ...body, ...choices }, headers })

  expect(status).toBe(201)
  const state = server.db.selectFrom('documents').select('state').where('_id', '=', row._id)
  expect(await state.executeTakeFirst()).toEqual({ state: 'scanning' })
})

test('a file that cannot be read is an error, and clamd gets no shorter file', async () => {
  const broken = (async function* () {
    yield Buffer.from('the first part')
    throw new Error('the store is away')
  })()

  await expect(scan(standIn.address, Readable.from(broken), limits)).rejects.toThrow(
    'the store is away',
  )
  // A file of a worker of the test before may still arrive.
  expect(standIn.scanned.map(String)).not.toContain('the first part')
})

test('doctor warns without a scanner, and names the problem of one that is away', async () => {
  const check = (CLAMD?: string) => checkScanner({ now: Date.now }, { CLAMD, DOCUMENT_MAX_MB: 5 })

  expect(await check()).toMatchObject(
    [{ level: 'warning', what: /No virus scanner/ }].map(matching),
  )
  const away = [{ level: 'problem', what: /^clamd cannot be used: .*ECONNREFUSED/ }]
  expect(await check(`127.0.0.1:${deadPort}`)).toMatchObject(away.map(matching))
  standIn.treat('too large')
  const refusing = (await check(standIn.address)).map(({ what }) => what)
  expect(refusing).toContain('clamd does not recognise the EICAR test file')
  expect(refusing).toContain(
    'clamd does not scan files of 5 MB: INSTREAM size limit exceeded. ERROR',
  )
})

const matching = ({ level, what }: { level: string; what: RegExp }) => ({
  level,
  what: expect.stringMatching(what),
})

const isInstalled = isFirst && hasClamd()
if (isFirst && !isInstalled) {
  process.stderr.write('clamd is not installed: the tests of the real virus scanner do not run.\n')
}

describe.runIf(isInstalled)('the real clamd', () => {
  async function start(settings: Record<string, string>) {
    const { address, stop } = await startClamd(settings)
    onTestFinished(stop)
    return address
  }
  const findingsOf = async (CLAMD: string) => {
    const findings = await checkScanner({ now: Date.now }, { CLAMD, DOCUMENT_MAX_MB: 5 })
    return findings.map(({ what }) => what)
  }
  const undated = expect.stringMatching(/^ClamAV \S+ has no dated signatures$/)

  test('scans over its socket', async () => {
    const address = await start({ StreamMaxLength: '6M', AlertExceedsMax: 'yes' })
    const verdict = (bytes: Buffer) => scan(address, Readable.from([bytes]), limits)

    expect(await clamdVersion(address, limits)).toMatch(/^ClamAV \d/)
    expect(await verdict(randomBytes(3_000_000))).toEqual({ result: 'clean' })
    expect(await verdict(Buffer.alloc(0))).toEqual({ result: 'clean' })
    const virus = { result: 'virus', name: expect.stringContaining('Eicar') }
    expect(await verdict(eicar())).toEqual(virus)
    const [tooLarge] = await Promise.allSettled([verdict(randomBytes(8_000_000))])
    expect(tooLarge).not.toMatchObject({ value: { result: 'clean' } })
    expect(await findingsOf(address)).toEqual([undated])
  })

  test('doctor finds limits that are too small, and files over them that count as clean', async () => {
    const address = await start({ StreamMaxLength: '4M', AlertExceedsMax: 'no' })

    expect(await findingsOf(address)).toEqual([
      undated,
      expect.stringMatching(/^clamd does not scan files of 5 MB/),
      expect.stringMatching(/^clamd calls a file clean that is over its limits/),
    ])
  })
})
