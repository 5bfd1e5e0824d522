import { spawnSync } from 'node:child_process'

import type { Examine } from './finding.ts'

const what = 'Advisories on production dependencies'

/** Asks the registry for known vulnerabilities of the production dependencies. */
export const advisories: Examine = async () => {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: 120_000,
  })
  const report = JSON.parse(stdout || '{}')
  if (!report.metadata) {
    const reason = report.message ?? report.error?.summary ?? 'no answer'
    return [{ what, tried: 0, lost: 0, note: `the registry did not tell: ${reason}` }]
  }
  const { vulnerabilities, dependencies } = report.metadata
  const names = Object.keys(report.vulnerabilities).join(', ')
  return [{ what, tried: dependencies.total, lost: vulnerabilities.total, note: names || 'none' }]
}
