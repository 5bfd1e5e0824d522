import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { expect, test } from 'vitest'

const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')

/** The text without blocks of code, whose comments look like headings. */
const textOf = (page: string) => readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```$/gm, '')

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string) {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(pages)('links of %s lead to files and headings that exist', (page) => {
  const targets = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!)
  const broken = targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : normalize(join(dirname(page), path))
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor))
    })

  expect(broken).toEqual([])
})

test('comments and messages name only pages of docs/ that exist', () => {
  const grep = ['grep', '--only-matching', '-h', '-E', 'docs/[a-z-]+\\.md']
  const where = ['app', 'bench', 'bin', 'contract', 'deploy', 'server', 'tests', '*.md', '*.ts']
  const named = execFileSync('git', [...grep, '--', ...where], { encoding: 'utf8' })

  expect([...new Set(named.trim().split('\n'))].filter((page) => !existsSync(page))).toEqual([])
})

test('the pages for operators are short, and the installation is one page', () => {
  const names = readFileSync('docs/operations.md', 'utf8').matchAll(/^\| +\[[^\]]+\]\(([^)]+)\)/gm)
  const lengths = [...names].map(([, name]) => [
    name!,
    readFileSync(join('docs', name!), 'utf8').split('\n').length - 1,
  ])

  expect(lengths.length).toBeGreaterThan(8)
  expect(lengths.filter(([, lines]) => Number(lines) > 300)).toEqual([])
  expect(Number(Object.fromEntries(lengths)['install.md'])).toBeLessThanOrEqual(80)
})
