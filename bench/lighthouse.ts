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

/** What Lighthouse finds on its simulated phone: milliseconds, and scores from 0 to 100. */
export interface Finding {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  firstPaint: number
  largestPaint: number
  shift: number
  blocking: number
}

/** Lighthouse is installed when it is first asked for. */
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

/** Runs Lighthouse so many times and answers the median of each figure. */
export async function examine(url: string, chromium: string, runs: number): Promise<Finding> {
  const findings: Finding[] = []
  while (findings.length < runs) findings.push(await examineOnce(url, chromium))
  const medians = Object.keys(findings[0] ?? {}).map((name) => [
    name,
    median(findings.map((finding) => finding[name as keyof Finding])),
  ])
  return Object.fromEntries(medians)
}

/** Lighthouse loses its trace now and then, on a busy machine above all: it is asked again. */
async function examineOnce(url: string, chromium: string, tries = 3): Promise<Finding> {
  try {
    return await audit(url, chromium)
  } catch (error) {
    if (tries > 1) return examineOnce(url, chromium, tries - 1)
    throw new Error(`Lighthouse on ${url}: ${String(Object(error).stderr)}`, { cause: error })
  }
}

async function audit(url: string, chromium: string): Promise<Finding> {
  const found = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  try {
    const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
    await lighthouse(chromium, url, flags, `--gather-mode=${found}`)
    await countProcessorTime(join(found, 'trace.json'))
    return summary(await lighthouse(chromium, url, `--audit-mode=${found}`, '--output=json'))
  } finally {
    await rm(found, { recursive: true })
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
 * Makes each task as long as a processor worked on it. Lighthouse takes the time from its beginning
 * to its end for work, and slows it down fourfold; on few processors, which the browser's processes,
 * Lighthouse and our server share, most of that time is waiting for one.
 */
async function countProcessorTime(file: string) {
  const trace = JSON.parse(await readFile(file, 'utf8'))
  for (const event of trace.traceEvents) if (event.tdur < event.dur) event.dur = event.tdur
  await writeFile(file, JSON.stringify(trace))
}

function summary(report: string): Finding {
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
