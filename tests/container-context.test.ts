import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { buildSources } from '../bin/prepare.js'

/** The rules of .dockerignore in their order. The last rule that matches a path decides. */
const rules = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({
    isIncluded: line.startsWith('!'),
    pattern: patternOf(line.replace(/^!/, '')),
  }))

/** `*` is any name, `**` any folders. A folder that matches stands for all of its files. */
function patternOf(rule: string) {
  const source = rule
    .replaceAll(/[.+^$()|[\]{}]/g, '\\$&')
    .replaceAll('**/', '(.+/)?')
    .replaceAll(/(?<!\+\/\))\*|(?<=\))\*/g, '[^/]*')
  return new RegExp(`^${source}(/|$)`)
}

/** Whether a build copies this file into the image (COPY . . in deploy/Containerfile). */
function isInContext(path: string) {
  return rules.findLast(({ pattern }) => pattern.test(path))?.isIncluded ?? true
}

test('no settings, data or backups get into the image', () => {
  const secrets = [
    '.env',
    'settings.env',
    'deploy/settings.env',
    'server/.env',
    'server/settings.env',
    'backups/foundation-2026-11-20T02-33-10-123Z.sqlite',
    'backups/documents/01980000-0000-7000-8000-000000000000',
    'foundation-2026-11-20T02-33-10-123Z.dump',
    'foundation-2026-11-20T02-33-10-123Z.dump.sha256',
    'server/foundation.sqlite-wal',
    'data/foundation.sqlite',
    'data/mail/01980000-0000-7000-8000-000000000000.eml',
    'documents/01980000-0000-7000-8000-000000000000',
    'restored.tar',
    '.git/config',
    'node_modules/node/package.json',
    'ca.key',
  ]
  expect(secrets.filter(isInContext)).toEqual([])
})

test('git ignores settings, data and backups', () => {
  const secrets = [
    '.env',
    'settings.env',
    'backups/x',
    'data/x',
    'x.sqlite',
    'x.dump',
    'x.dump.sha256',
  ]
  const ignored = execFileSync('git', ['check-ignore', ...secrets], { encoding: 'utf8' })

  expect(ignored.trim().split('\n')).toEqual(secrets)
  const tracked = execFileSync('git', ['ls-files', '--cached', '--ignored', '--exclude-standard'])
  expect(tracked.toString()).toBe('')
})

test('the image gets everything that the build and the commands need, and nothing else', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
  const needed = [...buildSources, 'LICENSE', 'bin', 'deploy/in-container', 'package.json']
  const isNeeded = (path: string) => needed.some((name) => `${path}/`.startsWith(`${name}/`))
  const isTest = (path: string) => /\.test\.tsx?$/.test(path)

  expect(files.filter(isInContext)).toEqual(files.filter((path) => isNeeded(path) && !isTest(path)))
  expect(files.filter(isInContext).length).toBeGreaterThan(500)
})
