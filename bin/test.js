/**
 * `npm test`: every behaviour once, group by group. `npm run test:all` adds what only repeats (see
 * TEST_SCOPE in the configurations of Vitest and Playwright) and the other browsers.
 * `npm test -- e2e --grep course` runs one group with arguments, all of its tests included.
 * `npm test -- quick` runs what the changes touch. The last line has the total counts.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { node24, prepare } from './prepare.js'
import { run } from './run.js'

const memoryDisk = '/dev/shm'
// Databases, mail and reports of the tests.
const folder = mkdtempSync(join(hasMemoryDisk() ? memoryDisk : tmpdir(), 'tests-'))
chmodSync(folder, 0o755) // PostgreSQL may run as another user
process.env.TMPDIR = folder
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const [only, ...rest] = process.argv.slice(2)
// In `npm run test:all` the group e2e has used Chromium.
const otherEngines = only === 'all' ? ['--project=Firefox', '--project=WebKit'] : []
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
  engines: [['playwright', 'test', '--config', 'tests/engines', ...otherEngines]],
}

const all = Object.keys(groups)
const sets = { all, quick: ['vitest'] }
if (only && !(only in groups) && !(only in sets)) {
  const choice = [...all, ...Object.keys(sets)].join(', ')
  console.error(`There is no group ${only}: choose one of ${choice}`)
  process.exit(2)
}
process.env.TEST_SCOPE = only ? 'all' : 'once'

await prepare({ tests: true })
if (only === 'quick')
  groups.vitest[0].push('--project=unit', '--project=api on SQLite', ...relatedTests())
const total = { passed: 0, failed: 0, skipped: 0 }
const names = { retried: [], failed: [] }
const chosen = sets[only] ?? (only ? [only] : all.filter((group) => group !== 'engines'))
for (const group of chosen) {
  console.log(`\n${group}`)
  const counts = countsOf(group, await runAll(group))
  for (const kind of Object.keys(total)) total[kind] += counts[kind]
  for (const kind of Object.keys(names)) names[kind].push(...(counts.names?.[kind] ?? []))
}
const { retried, failed } = names
const skippedNote = total.skipped ? `, ${total.skipped} skipped` : ''
const again = retried.length ? `, ${retried.length} of them at the second try` : ''
if (retried.length) console.log(`\nAt the second try:\n${retried.join('\n')}`)
if (failed.length) console.log(`\nFailed:\n${failed.join('\n')}`)
console.log(`\n${total.passed} passed${again}, ${total.failed} failed${skippedNote}`)
process.exitCode = total.failed ? 1 : 0

/** True if files can lie in memory, where a commit does not wait: the disk costs two minutes of eleven. */
function hasMemoryDisk() {
  if (process.env.TMPDIR || !existsSync('/proc/mounts')) return false
  const isMounted = new RegExp(`^\\S+ ${memoryDisk} tmpfs (?!\\S*noexec)`, 'm')
  if (!isMounted.test(readFileSync('/proc/mounts', 'utf8'))) return false
  const { bavail, bsize } = statfsSync(memoryDisk)
  return bavail * bsize > 4e9
}

/**
 * Tests for the changes since the last commit: those that changed, and those that share a word with the name
 * of a changed file or its folder. `services/messages/resend.ts` runs the tests of messages and resending.
 */
function relatedTests() {
  const git = (...args) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const wordsOf = (path) =>
    path
      .replace(/\.test\.tsx?$/, '')
      .split(/\W+/)
      .filter((word) => word.length > 3)
  const words = new Set(changed.flatMap((file) => wordsOf(file.split('/').slice(-2).join('/'))))
  const isRelated = (test) => wordsOf(basename(test)).some((word) => words.has(word))
  const related = git('ls-files', '--cached', '--others', '*.test.ts', '*.test.tsx').filter(
    isRelated,
  )
  return ['tests/architecture.test.ts', ...related]
}

/** Runs a group's programs until one fails; returns the last exit code. */
async function runAll(group) {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(group) }
  for (const [tool, ...args] of groups[group]) {
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
      names: namesInVitest(report),
    }
  }
  const { expected, flaky, unexpected, skipped } = report.stats
  const namesByKind = {
    retried: namesInPlaywright(report, 'flaky'),
    failed: namesInPlaywright(report, 'unexpected'),
  }
  return { passed: expected + flaky, failed: unexpected, skipped, names: namesByKind }
}

/** A test that passed on a retry still has the message of its failure. */
function namesInVitest({ testResults }) {
  const broken = testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0)
    const file = relative('.', name)
    const named = tests.map(({ status, fullName, failureMessages: [first] }) => ({
      status,
      name: `  ${file}: ${fullName}\n    ${first.split('\n', 1)[0]}`,
    }))
    // A file that could not be loaded has a message instead of tests.
    return message ? [...named, { status: 'failed', name: `  ${file}: ${message}` }] : named
  })
  const those = (wanted) => broken.filter(({ status }) => status === wanted).map(({ name }) => name)
  return { retried: those('passed'), failed: those('failed') }
}

/** Names of the tests with this status, in a suite and its nested suites. */
function namesInPlaywright({ suites = [], specs = [] }, wanted) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName }) => `  ${file}: ${title} (${projectName})`),
  )
  return [...own, ...suites.flatMap((suite) => namesInPlaywright(suite, wanted))]
}

function reportOf(group) {
  return join(folder, `${group}.json`)
}
