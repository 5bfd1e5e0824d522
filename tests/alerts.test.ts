import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { findProgramFolder } from '../server/cli/backup/find-program.ts'

interface Rule {
  alert: string
  expr: string
}

const folder = findProgramFolder('promtool')
/** Why a test is skipped, at the end of its name. */
const ofPromtool = folder ? '' : ' (skipped: needs promtool of Prometheus)'

const rules: Rule[] = parse(readFileSync('deploy/alerts.yml', 'utf8')).groups[0].rules

test('every metric of an alert is of this product, not of another program', () => {
  for (const { alert, expr } of rules) {
    const metrics = expr.match(/\b[a-z]+(_[a-z0-9]+)*(?=[{[])/g) ?? []
    const named = expr.match(/\{job="foundation(-certificate)?"/g) ?? []
    expect([alert, named.length]).toEqual([alert, metrics.length])
    expect(metrics.length).toBeGreaterThan(0)
  }
})

test.skipIf(!folder)(`alerts fire for what they name and nothing else${ofPromtool}`, () => {
  const args = ['test', 'rules', 'tests/fixtures/alerts.test.yml']
  const { stdout, stderr, status } = spawnSync(join(folder!, 'promtool'), args, {
    encoding: 'utf8',
  })

  expect(stdout + stderr).toContain('SUCCESS')
  expect(status).toBe(0)
})
