import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { attachmentProgram } from '../content/attachment-program.ts'
import { publicPaths as listed } from '../content/paths.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { noSettings } from '../tests/support/no-settings.ts'
import { administrator, newDatabase, startServer } from '../tests/support/server.ts'

/**
 * `npm run shots` takes screenshots of every page of the production build into shots/, at three widths
 * side by side, with fake applications in the back office. `--readme` updates the pictures of the
 * README (docs/pictures) instead. `--only /about,/donate` chooses pages.
 */

const { values } = parseArgs({
  options: { readme: { type: 'boolean', default: false }, only: { type: 'string' } },
})

const widths = [360, 768, 1280]
const folder = 'shots'
const publicPaths = [
  ...listed,
  '/industrial-attachment/success?reference=SPH-2026-0K7ANGA1',
  '/sw/industrial-attachment/success?reference=SPH-2026-0K7ANGA1',
  '/404',
  '/sw/404',
  '/login',
]
const adminPaths = [
  '/admin',
  '/admin/industrial-attachments',
  '/admin/departments',
  '/admin/institutions',
  '/admin/courses',
  '/admin/users',
  '/admin/messages',
  '/admin/retention',
  '/admin/history',
  '/admin/account',
]

const { variables, remove } = await newDatabase('sqlite', undefined)
execFileSync(process.execPath, ['server/cli/seed.ts', '--applications', '120'], {
  env: { ...process.env, ...noSettings, ...variables },
  stdio: 'ignore',
})
const server = await startServer(variables)
const launched = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  await (values.readme ? picturesOfReadme(launched) : allShots(launched))
} finally {
  await launched.close()
  await server.stop('SIGTERM')
  await remove()
}

async function allShots(browser: Browser) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const chosen = values.only?.split(',')
  for (const path of [...publicPaths, ...adminPaths]) {
    if (chosen && !chosen.includes(path)) continue
    const pictures: Buffer[] = []
    for (const width of widths) pictures.push(await shoot(browser, path, width))
    const name = path.replace(/\?.*/, '').replaceAll('/', '-').slice(1) || 'home'
    await sideBySide(pictures).then((picture) => picture.toFile(`${folder}/${name}.webp`))
    console.log(`${folder}/${name}.webp`)
  }
}

async function picturesOfReadme(browser: Browser) {
  mkdirSync('docs/pictures', { recursive: true })
  const apply = attachmentProgram.applyPath
  const pictures = [
    { name: 'home', path: '/', width: 1280, height: 800 },
    { name: 'application-form', path: apply, width: 360, height: 720 },
    { name: 'applications', path: '/admin/industrial-attachments', width: 1280, height: 800 },
    { name: 'dashboard', path: '/admin', width: 1280, height: 800 },
  ]
  for (const { name, path, width, height } of pictures) {
    const screen = await shoot(browser, path, width, height)
    const file = `docs/pictures/${name}.webp`
    writeFileSync(file, await small(sharp(screen).resize(Math.min(width, 960))))
    console.log(file)
  }
}

/** The best quality within 40 KB. */
async function small(picture: Sharp) {
  let file = Buffer.alloc(0)
  for (const quality of [70, 60, 50, 40, 30, 20]) {
    file = await picture.clone().webp({ quality, effort: 6 }).toBuffer()
    if (file.length < 40_000) break
  }
  return file
}

/** A screenshot of a loaded page: the whole page, or its first screen. */
async function shoot(browser: Browser, path: string, width: number, height?: number) {
  const context = await browser.newContext({
    viewport: { width, height: height ?? 800 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (path.startsWith('/admin')) await signIn(page)
  await page.goto(server.url + path, { waitUntil: 'networkidle' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  if (!height) await scrollThrough(page)
  const picture = await page.screenshot({ fullPage: !height })
  await context.close()
  return picture
}

async function signIn(page: Page) {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/admin')
}

/** Scrolls through the page, so that lazy pictures load. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise((done) => setTimeout(done, 40))
    }
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
}

/** Joins pictures side by side, at the height of the tallest. */
async function sideBySide(pictures: Buffer[]) {
  const gap = 24
  const heights = await Promise.all(
    pictures.map((picture) =>
      sharp(picture)
        .metadata()
        .then(({ height }) => height),
    ),
  )
  // WebP allows 16,383 pixels.
  const height = Math.min(Math.max(...heights), 16_000)
  const width = widths.reduce((sum, one) => sum + one + gap, gap)
  let left = gap
  const placed: OverlayOptions[] = []
  for (const [i, picture] of pictures.entries()) {
    const shown = await sharp(picture)
      .extract({ left: 0, top: 0, width: widths[i]!, height: Math.min(heights[i]!, height) })
      .toBuffer()
    placed.push({ input: shown, left, top: 0 })
    left += widths[i]! + gap
  }
  return sharp({ create: { width, height, channels: 3, background: '#888' } })
    .composite(placed)
    .webp({ quality: 70 })
}
