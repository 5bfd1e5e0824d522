import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { findFreePort } from '../support/port.ts'
import type { BrowserPage, EngineBrowser, PageOptions } from './browser-page.ts'
import { endProgram, startProgram } from './child-process.ts'
import { newSession } from './webdriver.ts'
import { webKitPage } from './webkit-page.ts'

/** GTK's minimum sizes: without this style a window cannot be as narrow as a phone. */
const narrowWindows =
  'button, entry, button image { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0 }'

interface WebKitPrograms {
  driver: string
  browser: string
  display: string
}

/** WebKitGTK's MiniBrowser by WebDriver, on a screen of its own. One driver has one page. */
export async function startWebKit(programs: WebKitPrograms): Promise<EngineBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-test-'))
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), narrowWindows)
  const xvfb = startProgram(
    programs.display,
    ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [number] = (await once(createInterface(xvfb.stdout!), 'line')) as [string]
  const env = {
    ...process.env,
    DISPLAY: `:${number}`,
    GDK_BACKEND: 'x11',
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CACHE_HOME: folder,
  }
  return {
    newPage: (options) => openPage(programs, env, options),
    async stop() {
      await endProgram(xvfb)
      await rm(folder, { recursive: true, maxRetries: 5 })
    },
  }
}

async function openPage(
  programs: WebKitPrograms,
  env: NodeJS.ProcessEnv,
  options: PageOptions,
  tries = 3,
): Promise<BrowserPage> {
  const port = await findFreePort()
  const driver = startProgram(programs.driver, ['-p', String(port)], {
    env,
    stdio: 'ignore',
  })
  const args = ['--automation', `--enable-javascript=${options.hasScripts}`]
  const browserOptions = { binary: programs.browser, args }
  const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions }
  // The driver sometimes waits for ever for the browser that it has started.
  const session = await newSession(`http://127.0.0.1:${port}`, capabilities, 15_000).catch(
    async (error: unknown) => {
      await endProgram(driver)
      if (tries === 1) throw error
    },
  )
  return session ? webKitPage(session, driver) : openPage(programs, env, options, tries - 1)
}
