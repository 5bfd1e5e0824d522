import { writeFile } from 'node:fs/promises'

import { test as base, expect } from '@playwright/test'

import { api } from '../e2e/support.ts'
import { newDatabase, startServer } from '../support/server.ts'
import type { EngineBrowser, EngineName } from './browser-page.ts'
import { BrowserUser } from './browser-user.ts'
import { missingPart, startEngine } from './engines.ts'
import { slowableLink, type SlowableLink } from './network.ts'

export { expect }

interface TestFixtures {
  /** The connection between the browser and the server. */
  link: SlowableLink
  user: BrowserUser
  /** The applications of the back office that a search finds. */
  applications: (words: string) => Promise<{ referenceId: string }[]>
}

interface WorkerFixtures {
  engine: EngineName
  /** Tests with another value have a server of their own: open intakes change the form. */
  ownServer: string
  server: { url: string }
  /** Null if the engine is not installed. */
  program: EngineBrowser | null
}

/** Each worker has one engine and one server; each test a page without history, behind a proxy. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['Chromium', { option: true, scope: 'worker' }],
  ownServer: ['', { option: true, scope: 'worker' }],

  server: [
    async ({ ownServer: _ }, use) => {
      const { variables, remove } = await newDatabase('sqlite', undefined)
      const server = await startServer(variables)
      await use(server)
      await server.stop('SIGTERM')
      await remove()
    },
    { scope: 'worker' },
  ],

  program: [
    async ({ engine }, use) => {
      const program = missingPart(engine) ? null : await startEngine(engine)
      await use(program)
      await program?.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  link: async ({ server }, use) => {
    const link = await slowableLink(server.url)
    await use(link)
    link.cut()
  },

  applications: async ({ request }, use) => {
    const call = await api(request)
    await use((words) => call('GET', `/admin/attachments?q=${words}`))
  },

  user: async ({ engine, program, link, javaScriptEnabled, hasTouch, viewport }, use, info) => {
    if (!program) return info.skip(true, missingPart(engine))
    const page = await program.newPage({ hasScripts: javaScriptEnabled, hasTouch })
    if (viewport) await page.resize(viewport.width, viewport.height)
    const user = new BrowserUser(page, link.url, hasTouch)
    await use(user)
    if (info.status !== info.expectedStatus) {
      await writeFile(info.outputPath('screenshot.png'), await page.screenshot())
    }
    const messages = page.messages().filter((message) => !isOfCutNetwork.test(message))
    await page.close()
    expect(messages, 'errors and warnings of the page').toEqual([])
  },
})

/** Chromium prints this line itself for each request without an answer. */
const isOfCutNetwork = /^Failed to load resource: net::ERR_CONNECTION_(REFUSED|RESET)$/
