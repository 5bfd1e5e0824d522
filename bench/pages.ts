import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from '../tests/support/chromium.ts'
import { newDatabase, startServer } from '../tests/support/server.ts'
import { type Budget, budgets, applicationPathBudget } from './budgets.ts'
import { audit, type Audit, installLighthouse } from './lighthouse.ts'
import { measureFirstVisit, measureJourney, type Weight } from './page-weight.ts'

/**
 * `npm run bench:pages` measures the bytes of every public page of the production build, audits it
 * with Lighthouse (by processor time), and fails if a page is over its budget. `--bytes` skips
 * Lighthouse, `--only /about,/donate` chooses pages, `--runs 5` takes the median of five runs instead
 * of three.
 */

const { values } = parseArgs({
  options: {
    bytes: { type: 'boolean', default: false },
    only: { type: 'string' },
    runs: { type: 'string', default: '3' },
  },
})
const only = values.only?.split(',')
const chosen = [...budgets].filter(([path]) => !only || only.includes(path))
const runs = Number(values.runs)
const pathWidth = Math.max(...chosen.map(([path]) => path.length)) + 2
if (chosen.length === 0 || !Number.isInteger(runs) || runs < 1) {
  console.error(`Choose from ${[...budgets.keys()].join(', ')}, and one run or more`)
  process.exit(2)
}

const program = findChromium()
const { variables, remove } = await newDatabase('sqlite', undefined)
const server = await startServer(variables)
try {
  const passed = await measureAll()
  if (!values.bytes) installLighthouse()
  process.exitCode = (values.bytes || (await auditAll())) && passed ? 0 : 1
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
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
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

async function auditAll() {
  const columns = { Perf: 6, A11y: 6, Best: 6, SEO: 6, FCP: 8, LCP: 8, CLS: 7, TBT: 7 }
  heading(`Lighthouse on its simulated phone, median of ${runs}`, columns)
  let passed = true
  for (const [path, budget] of chosen) {
    const result = await audit(server.url + path, program, runs)
    const figures = Object.values(result)
    passed = report(path, Object.values(columns), figures, tooSlow(result, budget)) && passed
  }
  return passed
}

function tooHeavy({ page, scripts, early, elsewhere }: Weight, budget: Budget) {
  return [
    page > budget.page && `HTML and CSS: ${page} of ${budget.page} bytes`,
    scripts > budget.scripts && `scripts: ${scripts} of ${budget.scripts} bytes`,
    early.length > budget.early && `before the first paint: ${early.join(', ')}`,
    elsewhere.length > 0 && `from other hosts: ${elsewhere.join(', ')}`,
  ].filter((reason) => reason !== false)
}

function tooSlow(result: Audit, budget: Budget) {
  const { accessibility, bestPractices, seo } = result
  return [
    result.performance < budget.performance && `performance ${result.performance}`,
    Math.min(accessibility, bestPractices) < 100 && 'a score under 100',
    seo < budget.seo && `search engines ${seo}`,
    result.firstPaint > budget.firstPaint && `first paint after ${budget.firstPaint} ms`,
    result.largestPaint > budget.largestPaint && `largest paint after ${budget.largestPaint} ms`,
    result.shift > 0 && 'the layout shifts',
    result.blocking > budget.blocking && `blocked for more than ${budget.blocking} ms`,
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
