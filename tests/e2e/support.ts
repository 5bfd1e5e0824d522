import { test as base, expect, type Page } from '@playwright/test'

import { administrator, newDatabase, startServer, type TestEngine } from '../support/server.ts'

export { expect, administrator }

interface WorkerFixtures {
  engine: TestEngine
  server: { url: string }
}

/** Every worker has a server of its own, on an empty database of the project's engine. */
export const test = base.extend<object, WorkerFixtures>({
  engine: ['sqlite', { option: true, scope: 'worker' }],

  server: [
    async ({ engine }, use) => {
      const { variables, remove } = await newDatabase(engine, process.env['TEST_DATABASE_URL'])
      const server = await startServer(variables)
      await use(server)
      await server.stop('SIGTERM')
      await remove()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('Failed to load resource')) {
        complaints.push(message.text())
      }
    })
    await use(page)
    expect(complaints, 'what the browser complained about').toEqual([])
  },
})

/** Signs in as the administrator and opens a screen of the back office. */
export async function openBackOffice(page: Page, path = '/admin') {
  await page.goto(path)
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Login successful!')).toBeVisible()
}
