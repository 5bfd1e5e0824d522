import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { expect, onTestFinished, test } from 'vitest'

import { noSettings } from './support/no-settings.ts'

/** Runs `npm run dev` on a free port, with data in a temporary folder. */
async function startDevServer() {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'foundation-test-'))
  const child = spawn(process.execPath, ['bin/dev.js'], {
    env: { ...process.env, ...noSettings, DATA_DIR, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'close')
    }
    await rm(DATA_DIR, { recursive: true })
  })
  const printed: string[] = []
  for await (const line of createInterface(child.stdout)) {
    printed.push(line)
    const url = /^Serving on (\S+)/.exec(line)?.[1]
    if (url) return { url, printed }
  }
  throw new Error(`The server ended: ${printed.join('\n')}`)
}

// It takes 13 seconds: `npm test` leaves it to `npm run test:all`.
const isOnce = process.env['TEST_SCOPE'] === 'once'

test.skipIf(isOnce)(
  'npm run dev serves public pages, the form, the API and modules of the back office',
  { timeout: 120_000 }, // a busy machine is slow, not wrong
  async () => {
    const { url, printed } = await startDevServer()
    const read = async (path: string) => {
      const response = await fetch(url + path)
      return { status: response.status, headers: response.headers, text: await response.text() }
    }

    const [, email, password] =
      /Sign in at \/login as (\S+) with the password (.+)/.exec(printed.join('\n')) ?? []
    const signIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(signIn.status).toBe(200)
    expect(signIn.headers.get('content-security-policy')).toContain("style-src 'self';")
    const { token } = await signIn.json()
    const list = await fetch(`${url}/api/admin/attachments`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await list.json()).length, 'made-up applications').toBeGreaterThan(0)

    const answered: string[] = []
    const readTeam = read('/team').finally(() => answered.push('/team'))
    for (const path of ['/healthz', '/readyz']) {
      expect((await read(path)).status).toBe(200)
      answered.push(path)
    }
    const team = await readTeam
    expect(answered, 'probes do not wait for the pages').toEqual(['/healthz', '/readyz', '/team'])
    expect(team.status).toBe(200)
    expect(team.text).toContain('/app/entry.dev.ts')
    expect(team.headers.get('content-security-policy')).toContain("script-src 'self' 'nonce-")
    const form = await read('/sw/industrial-attachment/apply')
    expect(form.status).toBe(200)
    expect(form.text).toContain('name="first_name"')
    for (const module of ['entry.dev.ts', 'routes/admin/applications.tsx']) {
      const { status, headers } = await read(`/app/${module}`)
      expect([module, status, headers.get('content-type')]).toEqual([
        module,
        200,
        'text/javascript',
      ])
    }
  },
)
