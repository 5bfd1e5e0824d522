/**
 * `npm test`: every check of the project, group by group. `npm test -- e2e --grep course` runs one
 * group with arguments. The last line has the total counts.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node24, prepare, run } from './prepare.js'

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true }))

const vitestReporters = ['--reporter=default', '--reporter=json']
const groups = {
  format: [['oxfmt', '--check', '.']],
  types: [
    ['react-router', 'typegen'],
    ['tsc', '--noEmit'],
  ],
  lint: [['oxlint', '--type-aware', '--deny-warnings']],
  vitest: [['vitest', 'run', ...vitestReporters, `--outputFile.json=${reportOf('vitest')}`]],
  e2e: [['playwright', 'test']],
}

const [only, ...rest] = process.argv.slice(2)
if (only && !(only in groups)) {
  console.error(`There is no group ${only}: choose one of ${Object.keys(groups).join(', ')}`)
  process.exit(2)
}

await prepare({ tests: true })
const total = { passed: 0, failed: 0, skipped: 0 }
const retried = []
for (const group of only ? [only] : Object.keys(groups)) {
  console.log(`\n${group}`)
  const counts = countsOf(group, await runAll(groups[group]))
  for (const kind of Object.keys(total)) total[kind] += counts[kind]
  retried.push(...(counts.retried ?? []))
}
const skipped = total.skipped ? `, ${total.skipped} skipped` : ''
const again = retried.length ? `, ${retried.length} of them at the second try` : ''
if (retried.length) console.log(`\nAt the second try:\n${retried.join('\n')}`)
console.log(`\n${total.passed} passed${again}, ${total.failed} failed${skipped}`)
process.exitCode = total.failed ? 1 : 0

/** Runs a group's programs until one fails; returns the last exit code. */
async function runAll(commands) {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('e2e') }
  for (const [tool, ...args] of commands) {
    const command = [`node_modules/.bin/${tool}`, ...args, ...rest]
    const code = await run(node24(), command, { stdio: ['ignore', 'inherit', 'inherit'], env })
    if (code !== 0) return code
  }
  return 0
}

/** A group without a report counts as one test. Any exit code but 0 is at least one failure. */
function countsOf(group, code) {
  const report = reportOf(group)
  const ran = { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 }
  const counts = existsSync(report) ? readReport(report) : ran
  return code === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) }
}

/** Playwright's report has `stats`; Vitest's has its counts at the top level. */
function readReport(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (!report.stats) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
    }
  }
  const { expected, flaky, unexpected, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected, skipped, retried: flakyIn(report) }
}

/** Names of the tests in a suite and its nested suites that passed only on a retry. */
function flakyIn({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `  ${file}: ${title} (${projectName})`),
  )
  return [...own, ...suites.flatMap(flakyIn)]
}

function reportOf(group) {
  return join(reports, `${group}.json`)
}
