import { hash, randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { checkDocuments } from '../../server/cli/doctor/check-documents.ts'
import { documentsFolder } from '../../server/services/documents/disk-store.ts'
import { readSettings } from '../../server/settings.ts'
import { choicesAt } from '../../tests/support/concurrent-applicants.ts'
import { newDatabase, startServer, type TestEngine } from '../../tests/support/server.ts'
import { signIn } from '../http-client.ts'
import { onBothEngines } from './finding.ts'
import { sampleFiles, Uploader, type Experience } from './uploader.ts'

/** Kills of the server with each engine. */
const rounds = 100
const uploaders = 5

/** Kills the server with SIGKILL while it receives, checks and serves documents, repeatedly. */
export const documents = onBothEngines(examine)

async function examine(name: string, engine: TestEngine, postgresUrl: string | undefined) {
  const { variables, remove } = await newDatabase(engine, postgresUrl)
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'killed-uploads-'))
  const data = { ...variables, DATA_DIR }
  let server = await startServer(data)
  const files = await sampleFiles()
  const choices = await choicesAt(server.url)
  const experience: Experience = { finished: 0, compared: 0, submitted: [], wrong: [] }
  const { submitted, wrong } = experience
  const all = Array.from({ length: uploaders }, () => new Uploader(files, choices, experience))
  const token = await signIn(server.url)
  let reads = 0

  for (let round = 0; round < rounds; round++) {
    const stopped = new AbortController()
    const working = [
      ...all.map((uploader) => uploader.work(server.url, stopped.signal)),
      readUntil(stopped.signal, server.url),
    ]
    await sleep(randomInt(50, 1500))
    stopped.abort()
    await server.stop('SIGKILL')
    await Promise.all(working)
    server = await startServer(data)
    await examineStore(false)
  }
  for (const one of submitted) await read(server.url, one)
  await server.stop('SIGTERM')
  await examineStore(true)
  const halves = (await readdir(documentsFolder(DATA_DIR))).filter((file) => file.includes('.'))
  await remove()
  await rm(DATA_DIR, { recursive: true, force: true })

  return {
    what: `SIGKILL in the middle of uploads of documents, ${name}`,
    tried: rounds,
    lost: wrong.length,
    note: [
      `${experience.finished} files received, ${submitted.length} submitted, ${reads} times read by staff`,
      `${experience.compared} offsets compared, ${halves.length} parts and half-written files left to the cleanup`,
      ...new Set(wrong),
    ].join('; '),
  }

  /** Staff read the newest documents while uploads go on. */
  async function readUntil(stopped: AbortSignal, url: string) {
    while (!stopped.aborted) {
      const one = submitted.at(-randomInt(1, 2 * uploaders))
      await (one ? read(url, one) : sleep(20)).catch((error: unknown) => {
        if (!stopped.aborted) wrong.push(`not readable: ${(error as Error).message}`)
      })
    }
  }

  async function read(url: string, { document, sha256 }: Experience['submitted'][number]) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api/admin/documents/${document}`, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    reads++
    if (answer.status !== 200) wrong.push(`staff were answered ${answer.status}`)
    else if (hash('sha256', bytes) !== sha256) wrong.push('staff got another file')
  }

  async function examineStore(isThorough: boolean) {
    const found = await checkDocuments({ now: Date.now, isThorough }, readSettings({ ...data }))
    wrong.push(...found.map(({ what }) => `doctor: ${what}`))
  }
}
