import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { findProgramFolder } from '../server/cli/backup/find-program.ts'

const folder = findProgramFolder('systemd-analyze')
/** Why a test is skipped, at the end of its name. */
const ofSystemd = folder ? '' : ' (skipped: needs systemd-analyze)'

const units = new Map(
  globSync('deploy/*.{service,timer}').map((file) => [basename(file), readFileSync(file, 'utf8')]),
)

const valuesOf = (unit: string, name: string) =>
  [...units.get(unit)!.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map((match) => match[1]!)

const services = [...units.keys()].filter((unit) => unit.endsWith('.service'))
const [server, ...commands] = [
  'foundation.service',
  ...services.filter((unit) => unit !== 'foundation.service'),
]

test('every timer starts a service, and backup and doctor tell their failures', () => {
  const timers = [...units.keys()].filter((unit) => unit.endsWith('.timer'))
  const timed = timers.map((unit) => unit.replace('.timer', '.service'))

  expect(timed.toSorted()).toEqual(['foundation-backup.service', 'foundation-doctor.service'])
  for (const unit of timed) {
    expect(valuesOf(unit, 'OnFailure')).toEqual(['foundation-failed@%N.service'])
  }
  expect(units.has('foundation-failed@.service')).toBe(true)
})

test('the commands run a file of this repository, as hardened as the server', () => {
  const sandbox = (unit: string) => units.get(unit)!.replace(/^[^]*\nStateDirectory=/, '')
  const ofServer = sandbox(server).replace(/\n\[Install\][^]*$/, '')

  for (const unit of commands) {
    expect(sandbox(unit)).toBe(ofServer)
    const [script] = /server\/cli\/[\w-]+\.ts/.exec(valuesOf(unit, 'ExecStart')[0]!)!
    expect(readFileSync(script, 'utf8')).toContain('runMain')
  }
})

test('systemd never gives up starting the server', () => {
  expect(valuesOf(server, 'StartLimitIntervalSec')).toEqual(['0'])
})

test.skipIf(!folder)(`systemd understands every line of the units${ofSystemd}`, () => {
  const copies = mkdtempSync(join(tmpdir(), 'units-'))
  onTestFinished(() => rmSync(copies, { recursive: true }))
  for (const [unit, text] of units) {
    const installed = text.replaceAll('/opt/foundation/node_modules/.bin/node', process.execPath)
    writeFileSync(join(copies, unit), installed)
  }
  const files = [...units.keys()]
    .filter((unit) => !unit.includes('@'))
    .map((unit) => join(copies, unit))
  const { stderr } = spawnSync(join(folder!, 'systemd-analyze'), ['verify', ...files], {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${copies}:` },
  })

  expect(stderr.split('\n').filter((line) => line.includes(copies))).toEqual([])
})
