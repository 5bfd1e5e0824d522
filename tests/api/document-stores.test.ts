import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'

import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { checkBucket } from '../../server/cli/doctor/check-documents-setup.ts'
import { diskStore } from '../../server/services/documents/disk-store.ts'
import type { DocumentStore } from '../../server/services/documents/document-store.ts'
import { s3Store } from '../../server/services/documents/s3-store.ts'
import { unavailable } from '../../server/services/domain-error.ts'
import { deadPort } from '../support/port.ts'
import { hasSwift, startSwift } from '../support/s3-server.ts'
import { startS3StandIn } from '../support/s3-stand-in.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

/** The stores know no database, so these tests run once. */
const isFirst = process.env['TEST_ENGINE'] !== 'postgres'

const folder = join(tmpdir(), `test-documents-${randomUUID()}`)
const spoolFolder = join(folder, 'spool')
const files = join(folder, 'documents')
const timing = { silence: 300, pause: 1 }
const standIn = await startS3StandIn()
const swift = isFirst && hasSwift() ? await startSwift() : undefined
if (isFirst && !swift) {
  process.stderr.write('Swift is not installed: the tests of S3 on Swift do not run.\n')
}
afterAll(async () => {
  standIn.stop()
  await swift?.stop()
  await rm(folder, { recursive: true, force: true })
})

const onStandIn = s3Store(standIn.address, { spoolFolder, timing })
const stores: [kind: string, store: DocumentStore | undefined][] = [
  ['folder', diskStore(files)],
  ['S3 stand-in', onStandIn],
  ['S3 on Swift', swift && s3Store(swift.address, { spoolFolder })],
]

const of = (...texts: (string | Buffer)[]) => Readable.from(texts.map((text) => Buffer.from(text)))

async function read(store: DocumentStore, name: string) {
  const file = await store.get(name)
  if (!file) return undefined
  const bytes = await buffer(file.bytes)
  expect(bytes).toHaveLength(file.size)
  return bytes
}

const textOf = async (store: DocumentStore, name: string) => (await read(store, name))?.toString()

async function filesIn(store: DocumentStore) {
  const found: { name: string; size: number }[] = []
  for await (const file of store.list()) found.push(file)
  return found
}

async function namesIn(store: DocumentStore) {
  const found = await filesIn(store)
  return found.map(({ name }) => name).toSorted()
}

async function clear(store: DocumentStore) {
  for (const name of await namesIn(store)) await store.remove(name)
}

for (const [kind, opened] of stores) {
  describe.runIf(isFirst && opened)(`documents in a store of the kind ${kind}`, () => {
    const store = opened!
    const id = randomUUID()
    beforeEach(() => clear(store))

    test('a stored file can be read, listed and removed', async () => {
      expect(await store.put(id, of('two ', 'parts'))).toBe(9)

      expect(await textOf(store, id)).toBe('two parts')
      expect(await filesIn(store)).toEqual([{ name: id, size: 9 }])
      await store.remove(id)
      expect(await store.get(id)).toBeUndefined()
      expect(await namesIn(store)).toEqual([])
    })

    test('a file replaces one of the same name', async () => {
      await store.put(id, of('the first, a longer one'))
      await store.put(id, of('the second'))

      expect(await textOf(store, id)).toBe('the second')
    })

    test('an empty file is a file', async () => {
      expect(await store.put(id, of())).toBe(0)

      expect(await textOf(store, id)).toBe('')
      expect(await filesIn(store)).toEqual([{ name: id, size: 0 }])
    })

    test('a large file stays the same', async () => {
      const parts = Array.from({ length: 40 }, () => randomBytes(70_001))
      await store.put(id, of(...parts))

      const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
      expect(hash((await read(store, id))!)).toBe(hash(Buffer.concat(parts)))
    })

    test('a missing file is undefined, can be removed and cannot be renamed', async () => {
      expect(await store.get(id)).toBeUndefined()
      await store.remove(id)
      await expect(store.rename(id, `${id}.0`)).rejects.toThrow(/ENOENT|There is no file/)
      expect(await namesIn(store)).toEqual([])
    })

    test('a renamed file has only the new name, and replaces what had it', async () => {
      await store.put(`${id}.0`, of('new'))
      await store.put(id, of('old'))
      await store.rename(`${id}.0`, id)

      expect(await namesIn(store)).toEqual([id])
      expect(await textOf(store, id)).toBe('new')
    })

    test('a stream that breaks leaves nothing, and the file of that name as it was', async () => {
      await store.put(id, of('the first'))
      const broken = (async function* () {
        yield Buffer.from('the sec')
        throw new Error('the phone is away')
      })()

      await expect(store.put(id, Readable.from(broken))).rejects.toThrow('the phone is away')
      expect(await textOf(store, id)).toBe('the first')
      expect(await namesIn(store)).toEqual([id])
    })

    test('many files are listed, and can be stored at the same time', async () => {
      const names = Array.from({ length: 20 }, (_, index) => `${id}.${index}`)
      await Promise.all(names.map((name) => store.put(name, of(name))))

      expect(await namesIn(store)).toEqual(names.toSorted())
      const texts = await Promise.all(names.map((name) => textOf(store, name)))
      expect(texts).toEqual(names)
    })

    test('nothing is left in the folder for temporary files', async () => {
      await store.put(id, of('text'))

      expect(await readdir(spoolFolder).catch(() => [])).toEqual([])
    })

    test('the location has no credentials', () => {
      const isBucket = /^http:\/\/127\.0\.0\.1:\d+\/documents$/.test(store.location)
      expect(isBucket || store.location === files).toBe(true)
    })
  })
}

describe.runIf(isFirst)('S3', () => {
  const id = randomUUID()
  const put = () => onStandIn.put(id, of('text'))
  const storeAt = (address: string) => s3Store(address, { spoolFolder, timing })
  beforeEach(async () => {
    standIn.treat(() => undefined)
    await clear(onStandIn)
    standIn.treat(() => undefined)
  })

  /** The error of a store that does not work, after a check that it names no credentials. */
  async function failure(work: Promise<unknown>) {
    const error = await work.then(
      () => expect.unreachable('this should fail'),
      (reason: Error) => reason,
    )
    const shown = inspect(error, { depth: 9, showHidden: true }).replaceAll(process.cwd(), '')
    for (const secret of [...standIn.credentials, 'testing', 'tester']) {
      expect(shown).not.toContain(secret)
    }
    const { kind, retryAfter } = unavailable(error) ?? {}
    return { message: error.message, kind, retryAfter }
  }

  const away = (what: RegExp) => ({
    kind: 'unavailable',
    retryAfter: 5,
    message: expect.stringMatching(what),
  })

  test('names with special characters survive signing and XML', async () => {
    const names = [`a&b <c> "d" 'e'`, 'café 2+2=(4)*!~%41', 'plain'].toSorted()
    for (const name of names) await onStandIn.put(name, of(name))

    expect(await namesIn(onStandIn)).toEqual(names)
    for (const name of names) expect(await textOf(onStandIn, name)).toBe(name)
  })

  const wrongs: [what: string, address: () => string, message: RegExp][] = [
    [
      'wrong secret',
      () => standIn.addressWith({ password: 'wrong' }),
      /403 SignatureDoesNotMatch$/,
    ],
    ['unknown key', () => standIn.addressWith({ user: 'wrong' }), /403 InvalidAccessKeyId$/],
    ['missing bucket', () => standIn.addressWith({ path: 'other' }), /404 NoSuchBucket$/],
    [
      'wrong region',
      () => standIn.address.replace('ke-', 'eu-'),
      /403 AuthorizationHeaderMalformed$/,
    ],
    ['dead port', () => `http://tester:testing@127.0.0.1:${deadPort}/documents`, /ECONNREFUSED/],
  ]
  for (const [what, address, message] of wrongs) {
    test(`a ${what} is an outage in every call, without the credentials in the message`, async () => {
      const store = storeAt(address())

      expect(await failure(store.put(id, of('text')))).toEqual(away(message))
      expect(await failure(store.get(id))).toEqual(away(message))
      expect(await failure(store.remove(id))).toEqual(away(message))
      expect(await failure(store.rename(id, `${id}.0`))).toEqual(away(message))
      expect(await failure(namesIn(store))).toEqual(away(message))
    })
  }

  test.runIf(swift)('Swift refuses a wrong secret, too', async () => {
    const store = s3Store(swift!.address.replace('testing', 'wrong'), { spoolFolder, timing })

    expect(await failure(store.put(id, of('text')))).toEqual(away(/403 SignatureDoesNotMatch$/))
    expect(await failure(store.get(id))).toEqual(away(/403 SignatureDoesNotMatch$/))
  })

  const passing = [{ status: 503, code: 'SlowDown' }, 'hang up', 'cut off', 'silent'] as const
  for (const fault of passing) {
    const name = typeof fault === 'string' ? fault : fault.code
    test(`calls are repeated after the fault: ${name}`, async () => {
      const once = () => standIn.treat(({ repeated }) => (repeated === 0 ? fault : undefined))
      once()
      expect(await put()).toBe(4)
      expect(standIn.objects.get(id)?.toString()).toBe('text')
      once()
      expect(await namesIn(onStandIn)).toEqual([id])
      once()
      await onStandIn.rename(id, `${id}.0`)
      expect([...standIn.objects.keys()]).toEqual([`${id}.0`])
      once()
      await onStandIn.remove(`${id}.0`)
      expect([...standIn.objects.keys()]).toEqual([])
      expect(standIn.asked).toHaveLength(2)
    })
  }

  test('a service that stays away is asked three times', async () => {
    standIn.treat(() => ({ status: 500, code: 'InternalError' }))

    expect(await failure(put())).toEqual(away(/^PUT http:\S+ answered 500 InternalError$/))
    expect(standIn.asked).toHaveLength(3)
  })

  test('a silent service is given up', async () => {
    standIn.treat(() => 'silent')
    const store = s3Store(standIn.address, { spoolFolder, timing: { silence: 100, maxTime: 50 } })

    expect(await failure(store.put(id, of('text')))).toEqual(away(/the service is silent$/))
    expect(standIn.asked).toHaveLength(1)
  })

  test('a file that is cut off while it is read is an error, not a shorter file', async () => {
    await onStandIn.put(id, of(randomBytes(500_000)))
    standIn.treat(() => 'cut off')

    expect(await failure(read(onStandIn, id))).toMatchObject({ retryAfter: 5 })
  })

  test('a copy that fails after the status 200 leaves the file', async () => {
    await put()
    standIn.treat(() => 'no copy')

    expect(await failure(onStandIn.rename(id, `${id}.0`))).toEqual(away(/the copy has failed$/))
    expect(standIn.asked).toHaveLength(3)
    expect([...standIn.objects.keys()]).toEqual([id])
  })

  test('a page instead of a list or a receipt is an outage', async () => {
    for (const page of ['<html><br></html>', '<ListBucketResult/>', '<a/>', '']) {
      standIn.treat(() => ({ page }))

      expect(await failure(namesIn(onStandIn))).toEqual(away(/this is (no list|not the XML)/i))
      expect(await failure(put())).toEqual(away(/the service has not confirmed the file$/))
    }
  })

  test.each([
    [507, 'InsufficientStorage'],
    [403, 'QuotaExceeded'],
    [413, 'EntityTooLarge'],
  ])('a full service (%i %s) is reported as full, and not asked again', async (status, code) => {
    standIn.treat(() => ({ status, code }))

    const full = { kind: 'unavailable', retryAfter: 60 }
    expect(await failure(put())).toMatchObject(full)
    expect(standIn.asked).toHaveLength(1)
  })
})

describe.runIf(isFirst)('doctor', () => {
  test('says nothing about a bucket that works, and leaves nothing in it', async () => {
    standIn.treat(() => undefined)
    await clear(onStandIn)

    expect(await checkBucket({ DOCUMENTS_S3: undefined })).toEqual([])
    expect(await checkBucket({ DOCUMENTS_S3: standIn.address })).toEqual([])
    expect(standIn.objects.size).toBe(0)
  })

  test.runIf(swift)('says nothing about a bucket of Swift', async () => {
    expect(await checkBucket({ DOCUMENTS_S3: swift!.address })).toEqual([])
  })

  test.each(['PUT', 'GET', 'DELETE'])('names the problem if %s is refused', async (refused) => {
    standIn.treat(({ method }) =>
      method === refused ? { status: 403, code: 'AccessDenied' } : undefined,
    )
    const [finding, ...others] = await checkBucket({ DOCUMENTS_S3: standIn.address })

    expect(others).toEqual([])
    expect(finding).toMatchObject({ level: 'problem' })
    expect(finding!.what).toMatch(
      new RegExp(`^The bucket cannot be used: ${refused} http:\\S+: answered 403 AccessDenied$`),
    )
  })

  test('warns about documents that travel unencrypted', async () => {
    const DOCUMENTS_S3 = `http://a%20key:hidden@0.0.0.0:${deadPort}/documents`
    const findings = await checkBucket({ DOCUMENTS_S3 })

    expect(findings.map(({ level }) => level)).toEqual(['warning', 'problem'])
    expect(JSON.stringify(findings)).not.toMatch(/hidden|a%20key/)
  })
})

const disk = isFirst ? mountSmallDisk(2) : undefined
if (isFirst && !disk) process.stderr.write('Full disk of documents: skipped, needs root\n')
afterAll(() => disk?.unmount())

test.runIf(disk)('a full disk is reported as full, and nothing is left of the file', async () => {
  const small = diskStore(join(disk!.folder, 'documents'))
  const spooled = s3Store(standIn.address, { spoolFolder: disk!.folder })
  await small.put('a', of('text'))
  for (const store of [small, spooled]) {
    const before = await namesIn(store)
    const error = await store
      .put('b', of(randomBytes(3_000_000)))
      .catch((reason: unknown) => reason)

    expect(unavailable(error)).toMatchObject({ kind: 'unavailable', retryAfter: 60 })
    expect(await namesIn(store)).toEqual(before)
    expect(await store.put('c', of('text'))).toBe(4)
  }
})
