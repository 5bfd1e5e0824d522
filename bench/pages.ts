import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from '../tests/support/chromium.ts'
import { newDatabase, startServer } from '../tests/support/server.ts'
import { type Budget, budgets, applicationPathBudget } from './budgets.ts'
import { measureFirstVisit, measureJourney, type Weight } from './page-weight.ts'

/**
 * `npm run bench:pages` measures the bytes of every public page of the production build, and fails if a page is over
 * its budget. `--only /about,/donate` chooses pages.
 */

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const only = values.only?.split(',')
const chosen = [...budgets].filter(([path]) => !only || only.includes(path))
const pathWidth = Math.max(...chosen.map(([path]) => path.length)) + 2
if (chosen.length === 0) {
  console.error(`Choose from ${[...budgets.keys()].join(', ')}`)
  process.exit(2)
}

const { variables, remove } = await newDatabase('sqlite', undefined)
const server = await startServer(variables)
try {
  process.exitCode = (await measureAll()) ? 0 : 1
} finally {
  await server.stop('SIGTERM')
  await remove()
}

async function measureAll() {
  const columns = {
    'HTML+CSS': 10,
    of: 8,
    scripts: 10,
    'of ': 9,
    'before paint': 14,
    elsewhere: 11,
  }
  heading('Bytes on a first visit, Brotli', columns)
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  let passed = true
  for (const [path, budget] of chosen) {
    const context = await browser.newContext()
    const weight = await measureFirstVisit(await context.newPage(), server.url + path)
    await context.close()
    const { page, scripts, early, elsewhere } = weight
    const figures = [page, budget.page, scripts, budget.scripts, early.length, elsewhere.length]
    passed = report(path, Object.values(columns), figures, tooHeavy(weight, budget)) && passed
  }
  heading('From the landing page to the receipt, heads and bodies', { moved: 10, of: 9 })
  for (const [name, javaScriptEnabled, limit] of [
    ['with scripts', true, applicationPathBudget.withScripts],
    ['without', false, applicationPathBudget.withoutScripts],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en-GB' })
    const bytes = await measureJourney(await context.newPage(), server.url)
    await context.close()
    const wrong = bytes > limit ? [`${bytes - limit} bytes too many`] : []
    passed = report(name, [10, 9], [bytes, limit], wrong) && passed
  }
  await browser.close()
  return passed
}

function tooHeavy({ page, scripts, early, elsewhere, shifts }: Weight, budget: Budget) {
  return [
    page > budget.page && `HTML and CSS: ${page} of ${budget.page} bytes`,
    scripts > budget.scripts && `scripts: ${scripts} of ${budget.scripts} bytes`,
    early.length > budget.early && `before the first paint: ${early.join(', ')}`,
    shifts.length > 0 && `the layout shifts: ${shifts.join(', ')}`,
    elsewhere.length > 0 && `from other hosts: ${elsewhere.join(', ')}`,
  ].filter((reason) => reason !== false)
}

function heading(title: string, columns: Record<string, number>) {
  const names = Object.entries(columns).map(([name, width]) => name.trim().padStart(width))
  console.log(`\n${title}\n${' '.repeat(pathWidth)}${names.join('')}`)
}

/** Prints a row of the table; true if nothing is wrong. */
function report(path: string, widths: number[], figures: number[], wrong: string[]) {
  const cells = figures.map((figure, i) => String(figure).padStart(widths[i] ?? 0))
  console.log(`${path.padEnd(pathWidth)}${cells.join('')}${wrong.length ? '  over' : ''}`)
  for (const reason of wrong) console.log(`${' '.repeat(pathWidth + 2)}${reason}`)
  return wrong.length === 0
}
