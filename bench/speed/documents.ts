import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { memoryDuring, serverWith } from './engines.ts'
import { median, quantity, type Figure, type Measure, type Setting } from './figure.ts'
import type { Outcome } from './generator.ts'
import { load, perSecond } from './load.ts'
import { uploadSize } from './requests.ts'
import { slowUpload } from './slow-upload.ts'

const page = '/industrial-attachment/apply'
const many = 200
/** Each of these clients sends 1 Mbit a second, a good mobile connection. */
const phone = 125_000
/** Clients that store files as quickly as the disk allows. */
const clients = 4

/** Uploads of documents: over a bad link, many at once, and as quickly as possible. */
export const documents: Measure = async (setting) => [
  await stored(setting),
  ...(await manyAtOnce(setting)),
  await slowUpload(setting),
]

/** The growth of the server's memory, and the time of a page, during 200 uploads at once. */
async function manyAtOnce(setting: Setting): Promise<Figure[]> {
  const server = await serverWith('sqlite', setting)
  const seconds = setting.quick ? 16 : 20
  const task = { url: server.url, what: 'uploads' } as const
  const read = () => load({ url: server.url, clients: 1, seconds, what: { page } })
  try {
    await load({ ...task, clients, seconds: 1 })
    const quiet = await read()
    const outcomes: Outcome[] = []
    const { before, most } = await memoryDuring(server.pid, async () => {
      const phones = { ...task, clients: many, seconds, bytesPerSecond: phone }
      outcomes.push(...(await Promise.all([load(phones), read()])))
    })
    const [sent, busy] = outcomes as [Outcome, Outcome]
    return [
      {
        what: `memory that grows with ${many} phones that upload files of 1 MB`,
        measured: `${quantity(most - before)} MB`,
        limit: `${quantity(before)} MB before`,
        value: most - before,
        target: 'upload memory',
      },
      {
        what: `a page meanwhile, p99`,
        measured: `${quantity(busy.succeeded.p99)} ms, with ${quantity(perSecond(allStored(sent)))} uploads a second`,
        limit: `${quantity(quiet.succeeded.p99)} ms: when nothing else is done`,
        value: busy.succeeded.p99 / quiet.succeeded.p99,
        target: 'page during uploads',
      },
    ]
  } finally {
    await server.close()
  }
}

/** Bytes that the server stores, against `dd` with the same files on the same disk. */
async function stored(setting: Setting): Promise<Figure> {
  const server = await serverWith('sqlite', setting)
  const upload = (seconds: number) => load({ url: server.url, clients, seconds, what: 'uploads' })
  const [rounds, seconds] = setting.quick ? [3, 1] : [5, 2]
  const ours: number[] = []
  const bare: number[] = []
  try {
    await upload(1)
    for (let round = 0; round < rounds; round++) {
      ours.push(perSecond(allStored(await upload(seconds))))
      bare.push(await ddPerSecond(server.variables['DATA_DIR']!, 200 * seconds))
    }
  } finally {
    await server.close()
  }
  return {
    what: `files of 1 MB stored, ${clients} clients, disk`,
    measured: `${quantity((median(ours) * uploadSize) / 1e6)} MB a second`,
    limit: `${quantity((median(bare) * uploadSize) / 1e6)} MB a second: dd conv=fsync, ${clients} at once`,
    value: median(ours) / median(bare),
    target: 'stored bytes',
  }
}

/** Copies the same file this often with `dd`. Returns the copies per second. */
async function ddPerSecond(parent: string, count: number) {
  const folder = await mkdtemp(join(parent, 'dd-'))
  try {
    await writeFile(join(folder, 'file'), randomBytes(uploadSize))
    const dd = `dd if=file of={} bs=${uploadSize} conv=fsync status=none`
    const began = performance.now()
    await promisify(execFile)('sh', ['-c', `seq ${count} | xargs -P ${clients} -I{} ${dd}`], {
      cwd: folder,
    })
    return (count * 1000) / (performance.now() - began)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Throws if an upload has failed. */
function allStored(outcome: Outcome) {
  const statuses = Object.keys(outcome.answered)
  if (statuses.some((status) => status !== '201')) throw new Error(`Uploads: ${statuses.join()}`)
  return outcome
}
