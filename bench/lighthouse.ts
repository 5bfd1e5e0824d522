import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { median } from './speed/figure.ts'

const run = promisify(execFile)
const folder = join(import.meta.dirname, 'lighthouse')
const command = join(folder, 'node_modules/lighthouse/cli/index.js')

/** Lighthouse's figures on its simulated phone: milliseconds, and scores from 0 to 100. */
export interface Audit {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  firstPaint: number
  largestPaint: number
  shift: number
  blocking: number
}

/** Installs Lighthouse before its first use. */
export function installLighthouse() {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const installed = join(folder, 'node_modules/lighthouse/package.json')
  if (existsSync(installed)) {
    const { version } = JSON.parse(readFileSync(installed, 'utf8'))
    if (version === dependencies.lighthouse) return
  }
  console.log('Installing Lighthouse')
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] as const }
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { ...options, stdio: [...options.stdio] })
}

/** Runs Lighthouse several times and returns the median of each figure. */
export async function audit(url: string, chromium: string, runs: number): Promise<Audit> {
  const audits: Audit[] = []
  while (audits.length < runs) audits.push(await auditWithRetry(url, chromium))
  const medians = Object.keys(audits[0] ?? {}).map((name) => [
    name,
    median(audits.map((one) => one[name as keyof Audit])),
  ])
  return Object.fromEntries(medians)
}

/** Retries: Lighthouse sometimes loses its trace, above all on a busy machine. */
async function auditWithRetry(url: string, chromium: string, tries = 3): Promise<Audit> {
  try {
    return await auditOnce(url, chromium)
  } catch (error) {
    if (tries > 1) return auditWithRetry(url, chromium, tries - 1)
    throw new Error(`Lighthouse on ${url}: ${String(Object(error).stderr)}`, { cause: error })
  }
}

async function auditOnce(url: string, chromium: string): Promise<Audit> {
  const artifacts = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  try {
    const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
    await lighthouse(chromium, url, flags, `--gather-mode=${artifacts}`)
    await countProcessorTime(join(artifacts, 'trace.json'))
    return summary(await lighthouse(chromium, url, `--audit-mode=${artifacts}`, '--output=json'))
  } finally {
    await rm(artifacts, { recursive: true })
  }
}

async function lighthouse(chromium: string, ...args: string[]) {
  const { stdout } = await run(
    process.execPath,
    [command, ...args, '--quiet', '--no-enable-error-reporting'],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 * 1024 },
  )
  return stdout
}

/**
 * Replaces the duration of each task by its processor time. Lighthouse multiplies the elapsed time by
 * four. On few processors, shared with Lighthouse and our server, most of that is waiting.
 */
async function countProcessorTime(file: string) {
  const trace = JSON.parse(await readFile(file, 'utf8'))
  for (const event of trace.traceEvents) if (event.tdur < event.dur) event.dur = event.tdur
  await writeFile(file, JSON.stringify(trace))
}

function summary(report: string): Audit {
  const { categories, audits } = JSON.parse(report)
  const score = (name: string) => Math.round(categories[name].score * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaint: Math.round(audits['first-contentful-paint'].numericValue),
    largestPaint: Math.round(audits['largest-contentful-paint'].numericValue),
    shift: Math.round(audits['cumulative-layout-shift'].numericValue * 1000) / 1000,
    blocking: Math.round(audits['total-blocking-time'].numericValue),
  }
}
