import { execFile, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { allocator, server as serverArguments } from '../../bin/prepare.js'
import { memoryDuring, memoryOf, serverWith } from './engines.ts'
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
  const seconds = setting.quick ? 16 : 20
  const ours = await withPhones(await serverWith('sqlite', setting), page, seconds)
  const bare = await withPhones(await bareServer(), '/', seconds)
  return [
    {
      what: `memory that grows with ${many} phones that upload files of 1 MB`,
      measured: `${quantity(ours.grown)} MB`,
      limit: `${quantity(bare.grown)} MB: a bare server`,
      value: ours.grown / bare.grown,
      target: 'upload memory',
    },
    {
      what: `a page meanwhile, p99`,
      measured: `${quantity(ours.busy)} ms with ${quantity(ours.uploads)} uploads a second, ${quantity(slowdown(ours))} times the quiet one`,
      limit: `${quantity(slowdown(bare))} times: a bare server`,
      value: slowdown(ours) / slowdown(bare),
      target: 'page during uploads',
    },
  ]
}

const slowdown = ({ busy, quiet }: { busy: number; quiet: number }) => busy / quiet

/**
 * Memory (MB) that grows from the start to the most, uploads a second, and the p99 of a page (ms) with
 * and without them. Stops the server.
 */
async function withPhones(server: Uploaded, path: string, seconds: number) {
  const before = memoryOf(server.pid)
  const task = { url: server.url, what: 'uploads' } as const
  const read = () => load({ url: server.url, clients: 1, seconds, what: { page: path } })
  try {
    await load({ ...task, clients, seconds: 1 })
    const quiet = await read()
    const outcomes: Outcome[] = []
    const { most } = await memoryDuring(server.pid, async () => {
      const phones = { ...task, clients: many, seconds, bytesPerSecond: phone }
      outcomes.push(...(await Promise.all([load(phones), read()])))
    })
    const [sent, busy] = outcomes as [Outcome, Outcome]
    const uploads = perSecond(allStored(sent))
    const p99 = { quiet: quiet.succeeded.p99, busy: busy.succeeded.p99 }
    return { grown: most - before, uploads, ...p99 }
  } finally {
    await server.close()
  }
}

/** Bytes that the server stores, against a bare server and `dd` with the same files on the same disk. */
async function stored(setting: Setting): Promise<Figure> {
  const server = await serverWith('sqlite', setting)
  const bare = await bareServer()
  const [rounds, seconds] = setting.quick ? [3, 1] : [5, 2]
  const rates = { ours: [] as number[], bare: [] as number[], dd: [] as number[] }
  const upload = async ({ url }: { url: string }, time: number) =>
    perSecond(allStored(await load({ url, clients, seconds: time, what: 'uploads' })))
  try {
    for (const one of [server, bare]) await upload(one, 1)
    for (let round = 0; round < rounds; round++) {
      rates.ours.push(await upload(server, seconds))
      rates.bare.push(await upload(bare, seconds))
      rates.dd.push(await ddPerSecond(server.variables['DATA_DIR']!, 200 * seconds))
    }
  } finally {
    await Promise.all([server.close(), bare.close()])
  }
  const inMegabytes = (values: number[]) => quantity((median(values) * uploadSize) / 1e6)
  return {
    what: `files of 1 MB stored, ${clients} clients, disk`,
    measured: `${inMegabytes(rates.ours)} MB a second`,
    limit: `${inMegabytes(rates.bare)} MB a second: a bare server; ${inMegabytes(rates.dd)}: dd conv=fsync, ${clients} at once`,
    value: median(rates.ours) / median(rates.bare),
    target: 'stored bytes',
  }
}

interface Uploaded {
  url: string
  pid: number
  close: () => Promise<void>
}

/** Starts the server of `bare-upload-server.ts` with the memory settings of ours. */
async function bareServer(): Promise<Uploaded> {
  const folder = await mkdtemp(join(tmpdir(), 'bare-'))
  const program = new URL('bare-upload-server.ts', import.meta.url)
  const child = fork(program, [folder], {
    execArgv: serverArguments.slice(0, -1),
    env: { ...process.env, ...allocator },
  })
  const [url] = (await once(child, 'message')) as [string]
  const close = async () => {
    child.kill()
    await once(child, 'close')
    await rm(folder, { recursive: true })
  }
  return { url, pid: child.pid!, close }
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
