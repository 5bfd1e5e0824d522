import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as plainRequest } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { run, until, type Program } from '../bench/cluster/program.ts'
import { allKiswahili } from '../contract/language/kiswahili-server.ts'
import { findProgramFolder } from '../server/cli/backup/find-program.ts'
import { writeNginxFiles } from './support/nginx-files.ts'
import { findFreePort, listenLocally } from './support/port.ts'

const sbin = findProgramFolder('nginx')
const isMissing = !sbin || !findProgramFolder('openssl')
/** Why a test is skipped, at the end of its name. */
const ofNginx = isMissing ? ' (skipped: needs nginx and openssl)' : ''

const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
const server = createServer((_request, response) => response.end('from the server'))
const ports = { plain: 0, tls: 0, server: 0 }
let nginx: Program

beforeAll(async () => {
  if (isMissing) return
  Object.assign(ports, { plain: await findFreePort(), tls: await findFreePort() })
  ports.server = await listenLocally(server)
  mkdirSync(join(folder, 'www/.well-known/acme-challenge'), { recursive: true })
  writeFileSync(join(folder, 'www/.well-known/acme-challenge/proof'), 'of certbot')
  // Started by root, nginx reads them as another user.
  chmodSync(folder, 0o755)
  nginx = run(
    join(sbin, 'nginx'),
    ['-c', writeNginxFiles(folder, ports, ['nginx.conf'])],
    join(folder, 'printed'),
  )
  await until('nginx answers', 10, async () => (await plain('/')).status === 301)
})

afterAll(async () => {
  server.close()
  await nginx?.stop()
  rmSync(folder, { recursive: true })
})

interface Answer {
  status: number
  headers: Record<string, unknown>
  body: string
}

function answerOf(ask: typeof request | typeof plainRequest, options: RequestOptions) {
  return new Promise<Answer>((resolve, reject) => {
    const headers = { host: 'www.example.org' }
    const asked = ask({ host: '127.0.0.1', headers, rejectUnauthorized: false, ...options })
    asked.on('error', reject).on('response', (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part) => (body += part))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body }),
      )
    })
    asked.end()
  })
}

const plain = (path: string) => answerOf(plainRequest, { port: ports.plain, path })
const tls = (path: string, method = 'GET') => answerOf(request, { port: ports.tls, path, method })

test.skipIf(isMissing)(
  `without a certificate, certbot's challenge is answered${ofNginx}`,
  async () => {
    expect(await plain('/.well-known/acme-challenge/proof')).toMatchObject({
      status: 200,
      body: 'of certbot',
    })
    expect((await plain('/team?x=1')).headers['location']).toBe('https://www.example.org/team?x=1')
    expect((await plain('/api/users/departments')).status).toBe(403)
  },
)

test.skipIf(isMissing)(`with a certificate, requests reach the server${ofNginx}`, async () => {
  const subject = '/CN=www.example.org'
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc']
  spawnSync('openssl', ['req', '-x509', ...key, '-subj', subject, ...files])
  const main = writeNginxFiles(folder, ports, ['nginx.conf', 'nginx-tls.conf'])
  const checked = spawnSync(join(sbin!, 'nginx'), ['-t', '-c', main], { encoding: 'utf8' })
  expect(checked.stderr).not.toMatch(/warn|emerg/)
  process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGHUP')
  await until('nginx answers with TLS', 10, async () => (await tls('/')).status === 200)

  expect((await tls('/team')).body).toBe('from the server')
  expect((await tls('/metrics')).status).toBe(404)
})

test.skipIf(isMissing)(`the logs have no query, and no secret of a path${ofNginx}`, async () => {
  const secret = 'Zawadi-fn3Kq_0aZ'
  const paths = [
    `/api/users/documents/${secret}`,
    `/api/users/verify/${secret}`,
    `/api/sms/${secret}/report`,
    `/calendar/${secret}.ics`,
    `/verify/${secret}`,
    `/sw/verify/${secret}`,
    `/s/${secret}`,
    `/sw/d/${secret}`,
    `/q/${secret}`,
    `/industrial-attachment/questions/${secret}`,
    `/%64/${secret}`,
    `/set-password?token=${secret}`,
    `/api/admin/attachments?q=${secret}`,
    `/team?${secret}`,
  ]
  for (const path of paths) await Promise.all([plain(path), tls(path)])
  server.close()
  server.closeAllConnections()
  for (const path of paths) expect((await tls(path)).status).toBe(503)
  const log = readFileSync(join(folder, 'access.log'), 'utf8')
  const errors = readFileSync(join(folder, 'error.log'), 'utf8')

  expect(log + errors).not.toContain('Zawadi')
  expect(log).toMatch(/"GET \/api\/users\/documents\/\.\.\. HTTP\/1\.1" 200 /)
  expect(log).toMatch(/"GET \/sw\/d\/\.\.\. HTTP\/1\.1" 503 /)
  expect(log).toMatch(/"GET \/team HTTP\/1\.1" 301 /)
})

test.skipIf(isMissing)(
  `while the server is away, visitors and programs are told${ofNginx}`,
  async () => {
    const page = await tls('/sw/industrial-attachment/apply')
    const call = await tls('/api/users/departments')

    expect([page.status, page.headers['refresh'], page.headers['retry-after']]).toEqual([
      503,
      '5',
      '5',
    ])
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(Buffer.byteLength(page.body)).toBeLessThan(2000)
    const english = [...page.body.matchAll(/<(?:h1|p)>(.+)<\//g)].map((match) => match[1]!)
    expect(english.slice(3)).toEqual(
      english.slice(0, 3).map((sentence) => (allKiswahili as Record<string, string>)[sentence]),
    )
    expect(call.headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '5' })
    const { message, error } = JSON.parse(call.body)
    expect([message, error]).toEqual([english[1], english[1]])
  },
)

test.skipIf(isMissing)(`a form that was sent is not repeated by itself${ofNginx}`, async () => {
  const answer = await tls('/industrial-attachment/apply', 'POST')

  expect([answer.status, answer.headers['refresh']]).toEqual([503, undefined])
  expect(answer.body).toContain('Tafadhali')
})
