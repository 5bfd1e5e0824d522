import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { openDatabase } from '../../server/database/open.ts'
import { hasTwoServers } from '../../server/database/server-slots.ts'
import { runCommand } from '../support/command.ts'
import { hasLocks, waitingForLocks } from '../support/locks.ts'
import { noSettings } from '../support/no-settings.ts'
import { newData, startOwnServer } from '../support/own-server.ts'
import { deadPort, listenLocally } from '../support/port.ts'
import { locationOf } from '../support/server.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

// A start takes seconds while other tests use the processor.
vi.setConfig({ testTimeout: 30_000 })

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'

/** Starts the real server as a process on a free port; killed after the test. */
function runServer(settings: Record<string, string>, ...options: string[]) {
  const defaults = {
    ...noSettings,
    ADMIN_EMAIL: 'first@example.org',
    PORT: '0',
    LOG_LEVEL: 'fatal',
  }
  const child = spawn(process.execPath, [...options, 'server/bootstrap.js'], {
    env: { ...process.env, ...defaults, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  const printed: string[] = []
  const { promise: url, resolve: resolveUrl, reject } = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      printed.push(line)
      const [, found] = /^Serving on (\S+)/.exec(line) ?? []
      if (found) resolveUrl(found)
    })
  }
  void exit.then((code) => reject(new Error(`It ended with ${code}: ${printed.join('\n')}`)))
  url.catch(() => {})
  return { url, exit, printed, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}

const signIn = (url: string, password: string) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'first@example.org', password }),
  })

test('the first start prints a valid password, the second none', async () => {
  const data = await newData()
  const first = runServer(data)
  const url = await first.url
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const lines = first.printed.flatMap(
    (line) => /first@example\.org, password (\S+)/.exec(line) ?? [],
  )
  expect((await signIn(url, lines[1]!)).status).toBe(200)
  first.kill('SIGTERM')
  expect(await first.exit).toBe(0)

  const second = runServer(data)
  expect((await signIn(await second.url, lines[1]!)).status).toBe(200)
  second.kill('SIGINT')
  expect(await second.exit).toBe(0)
  expect(second.printed.join('\n')).not.toMatch(/password/)
})

test('a first start that cannot listen still prints the password', async () => {
  const data = await newData()
  const busy = createServer()
  onTestFinished(() => void busy.close())
  const first = runServer({ ...data, PORT: String(await listenLocally(busy)) })
  expect(await first.exit).toBe(1)
  const [, password] = /password (\S+)/.exec(first.printed.join('\n')) ?? []

  const second = runServer(data)
  expect((await signIn(await second.url, password ?? '')).status).toBe(200)
})

test('a first start that is killed before it prints the password leaves no account', async () => {
  const data = await newData()
  const kill = "process.kill(process.pid, 'SIGKILL')"
  const print = 'write.call(process.stdout, text)'
  const script = `data:text/javascript,const { write } = process.stdout; process.stdout.write = (text) => text.startsWith('First') ? ${kill} : ${print}`
  const first = runServer(data, '--import', script)
  expect(await first.exit).toBe('SIGKILL')

  const second = runServer(data)
  const url = await second.url
  const [, password] = /password (\S+)/.exec(second.printed.join('\n')) ?? []
  expect((await signIn(url, password ?? '')).status).toBe(200)
})

test('a password that is set is not printed', async () => {
  const server = runServer({ ...(await newData()), ADMIN_PASSWORD: 'a password that is set' })
  expect((await signIn(await server.url, 'a password that is set')).status).toBe(200)
  server.kill('SIGTERM')
  await server.exit

  expect(server.printed.join('\n')).not.toContain('a password that is set')
})

test.runIf(isPostgres)(
  'two servers that start at once on one new database both serve, with one administrator',
  async () => {
    const data = await newData()
    const servers = [runServer(data), runServer(data)]
    const statuses = await Promise.all(
      servers.map(async (server) => (await fetch(`${await server.url}/readyz`)).status),
    )
    expect(statuses).toEqual([200, 200])
    for (const server of servers) server.kill('SIGTERM')
    expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual([0, 0])

    const printed = servers.flatMap((server) => server.printed).join('\n')
    expect(printed.match(/First administrator/g)).toHaveLength(1)
  },
)

test('after SIGTERM a running request is answered', async () => {
  const server = runServer({ ...(await newData()), ADMIN_PASSWORD: 'a password that is set' })
  const url = await server.url
  const body = JSON.stringify({ email: 'first@example.org', password: 'a password that is set' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const login = request(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { ...headers, expect: '100-continue' },
  })
  login.flushHeaders()
  await once(login, 'continue')
  server.kill('SIGTERM')
  while (await isReachable(url));
  login.end(body)
  const [answer] = (await once(login, 'response')) as [IncomingMessage]

  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  expect(await server.exit).toBe(0)
})

test.runIf(hasLocks)('after SIGTERM a page that waits for the database is answered', async () => {
  const data = await newData()
  const server = runServer(data)
  const url = await server.url
  const { db } = openDatabase(locationOf(data))
  onTestFinished(() => db.destroy())
  const asking = request(`${url}/industrial-attachment/apply`, {
    agent: new Agent({ keepAlive: true }),
  })
  await db.transaction().execute(async (transaction) => {
    await sql`lock table departments`.execute(transaction)
    asking.setHeader('accept-encoding', 'br').end()
    await expect.poll(() => waitingForLocks(db), { timeout: 15_000 }).toBe(1)
    server.kill('SIGTERM')
    while (await isReachable(url));
  })
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]

  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br'])
  expect(answer.headers.connection).toBe('close')
  answer.resume()
  expect(await server.exit).toBe(0)
})

test('after SIGTERM each open connection gets one last answer', async () => {
  const server = runServer(await newData())
  const { port } = new URL(await server.url)
  const paths = ['/healthz', '/about']
  const sockets = paths.map(() => connect(Number(port), '127.0.0.1').setEncoding('latin1'))
  const askAll = () =>
    Promise.all(
      sockets.map(async (socket, index) => {
        socket.write(`HEAD ${paths[index]} HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n\r\n`)
        const [answer] = (await once(socket, 'data')) as [string]
        return answer
      }),
    )
  for (const answer of await askAll()) expect(answer).toMatch(/^HTTP\/1.1 200 /)
  server.kill('SIGTERM')
  while (await isReachable(await server.url));

  for (const answer of await askAll()) {
    expect(answer).toMatch(/^HTTP\/1.1 200 .*\r\nconnection: close\r\n/is)
  }
  expect(await server.exit).toBe(0)
})

const isReachable = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

test('SIGTERM does not wait for idle connections', async () => {
  const server = runServer(await newData())
  const { port, hostname } = new URL(await server.url)
  const answered = connect(Number(port), hostname)
  answered.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(answered, 'data')
  const silent = connect(Number(port), hostname)
  await once(silent, 'connect')
  const closed = [answered, silent].map((socket) => once(socket, 'close'))

  const asked = Date.now()
  server.kill('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(Date.now() - asked).toBeLessThan(4000)
  await Promise.all(closed)
})

for (const [what, mishap] of [
  ['rejected promise', 'Promise.reject(new Error("by mishap"))'],
  ['thrown error', 'setTimeout(() => { throw new Error("by mishap") })'],
] as const) {
  test(`an unhandled ${what} ends the server, and the log has the error`, async () => {
    const script = `data:text/javascript,process.on("SIGUSR2", () => { ${mishap} })`
    const server = runServer(await newData(), '--import', script)
    await server.url
    server.kill('SIGUSR2')

    expect(await server.exit).toBe(1)
    const lines = server.printed
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { level: 60, err: { message: 'by mishap', stack: expect.stringContaining('SIGUSR2') } },
    ])
  })
}

// The remaining tests do not depend on the engine.
async function refused(settings: Record<string, string>) {
  const server = runServer(settings)
  expect(await server.exit).toBe(1)
  return server.printed
}

test.skipIf(isPostgres)(
  'an invalid setting stops the start with one line that names it',
  async () => {
    const lines = await refused({ PORT: 'http', RATE_LIMIT: 'perhaps' })

    expect(lines).toEqual([
      'Cannot start: PORT must be a number from 0 to 65535; RATE_LIMIT must be on or off',
    ])
  },
)

test.skipIf(isPostgres)('a weak ADMIN_PASSWORD is accepted with a warning', async () => {
  const ADMIN_PASSWORD = 'first.administrator'
  const server = runServer({ ...(await newData()), ADMIN_PASSWORD })
  expect((await signIn(await server.url, ADMIN_PASSWORD)).status).toBe(200)
  server.kill('SIGTERM')
  await server.exit
  const warnings = server.printed.filter((line) => line.startsWith('Warning:'))
  expect(warnings).toEqual([expect.stringContaining('This password is mostly your name')])
  expect(warnings[0]).not.toContain(ADMIN_PASSWORD)
})

test.skipIf(isPostgres)(
  'an unusable data folder or file stops the start with one line',
  async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'foundation.sqlite'), 'this is not a database, by far not')

    for (const DATA_DIR of [join(folder, 'foundation.sqlite'), folder, '/proc/foo']) {
      const lines = await refused({ DATA_DIR })
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(`Cannot start: DATA_DIR ${DATA_DIR} cannot be used: `)
    }
  },
)

test.skipIf(isPostgres)(
  'a read-only file system stops the start with one line',
  async ({ skip }) => {
    const disk = mountSmallDisk(4)
    if (!disk) skip('no disk can be mounted')
    if (!disk) return
    onTestFinished(() => disk.unmount())
    execFileSync('mount', ['-o', 'remount,ro', disk.folder])
    const start = `Cannot start: DATA_DIR ${disk.folder} cannot be used: The file system of ${disk.folder} is read-only.`
    expect(await refused({ DATA_DIR: disk.folder })).toEqual([expect.stringContaining(start)])
  },
)

test.skipIf(isPostgres)(
  'a second server on one SQLite file says so, also beside a doctor',
  async () => {
    const data = await newData()
    const folder = data['DATA_DIR']!
    const first = runServer(data)
    await first.url
    const warning = `Warning: another server uses DATA_DIR ${folder}. Several servers need PostgreSQL.`
    expect([first.printed.includes(warning), hasTwoServers(folder)]).toEqual([false, false])
    const second = runServer(data)
    await second.url
    expect([second.printed.includes(warning), hasTwoServers(folder)]).toEqual([true, true])
    const { lines } = await runCommand('server/cli/doctor.ts', data)
    expect(lines).toContain(
      `warning  Database: Two servers use ${join(folder, 'foundation.sqlite')}`,
    )
    first.kill('SIGKILL')
    await first.exit
    expect(hasTwoServers(folder)).toBe(false)
    const third = runServer(data)
    await third.url
    expect([third.printed.includes(warning), hasTwoServers(folder)]).toEqual([true, true])
    expect((await stat(join(folder, 'foundation.sqlite'))).mode & 0o077).toBe(0)
  },
)

test.skipIf(isPostgres)(
  'an unreachable database stops the start with one line without the password',
  async () => {
    const lines = await refused({
      DATABASE_URL: `postgres://foundation:hunter2@127.0.0.1:${deadPort}/foundation`,
    })

    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^Cannot start: DATABASE_URL cannot be used: .*ECONNREFUSED/)
    expect(lines[0]).not.toContain('hunter2')
  },
)

test.skipIf(isPostgres)('an unreadable .env is named', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, '.env'))
  const sentence =
    '.env cannot be read (EISDIR): make this user its owner, or delete it and set the variables in the environment'

  for (const [script, line] of [
    ['server/bootstrap.js', `Cannot start: ${sentence}`],
    ['server/cli/backup.ts', sentence],
    ['server/cli/doctor.ts', sentence],
  ] as const) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(script)], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect([script, status, `${stdout}${stderr}`]).toEqual([script, 1, `${line}\n`])
  }
})

test.skipIf(isPostgres)('a setting behind a byte-order mark in .env has an effect', async () => {
  const folder = await temporaryFolder()
  const ENV_FILE = join(folder, '.env')
  await writeFile(ENV_FILE, '\ufeffPORT=http\r\n')
  const wrong = ['Cannot start: PORT must be a number from 0 to 65535']
  // An empty variable counts as missing.
  expect(await refused({ ENV_FILE, PORT: '' })).toEqual(wrong)

  await writeFile(ENV_FILE, 'SMPT_URL=smtp://localhost\nADMIN_PASSWORD=corr#ect\n')
  expect(await refused({ ENV_FILE })).toEqual([
    'Cannot start: SMPT_URL in .env is no setting: did you mean SMTP_URL?; ADMIN_PASSWORD in .env is cut at #: put its value between quotes',
  ])
})

test.skipIf(isPostgres)('a port that is taken stops the start with one line', async () => {
  const other = createServer()
  const port = await listenLocally(other)
  onTestFinished(() => void other.close())
  const data = { ...(await newData()), ADMIN_PASSWORD: 'a password that is set' }
  const lines = await refused({ ...data, HOST: '127.0.0.1', PORT: String(port) })

  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(`Cannot start: HOST 127.0.0.1, PORT ${port}: `)
})

test.skipIf(isPostgres)('a test server ignores the settings of its environment', async () => {
  vi.stubEnv('OFFLINE', 'neither on nor off')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { url, stop } = await startOwnServer({})

  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await stop('SIGTERM')
})
