import { expect, test } from 'vitest'

import { listProcesses, parseProcess, sumSeconds, treeOf } from './processes.ts'

test('a program may have spaces and parentheses in its name', () => {
  const stat = `42 (a) b (c)) S 7 42 42 0 -1 4194304 1 2 3 4 150 50 30 20 20 0 1 0 9 9 9`
  expect(parseProcess(stat)).toEqual({ pid: 42, parent: 7, seconds: 2.5 })
})

test('a tree has the descendants of a process and nothing else', () => {
  const processes = [
    { pid: 1, parent: 0, seconds: 1 },
    { pid: 9, parent: 5, seconds: 2 },
    { pid: 5, parent: 3, seconds: 4 },
    { pid: 3, parent: 1, seconds: 8 },
    { pid: 4, parent: 1, seconds: 16 },
  ]
  const tree = treeOf(3, processes)
  expect(tree.map(({ pid }) => pid)).toEqual([3, 5, 9])
  expect(sumSeconds(tree)).toBe(14)
  expect(treeOf(6, processes)).toEqual([])
})

test.runIf(process.platform === 'linux')('the processes of this machine include this one', () => {
  const own = listProcesses().find(({ pid }) => pid === process.pid)
  expect(own?.parent).toBe(process.ppid)
  expect(own?.seconds).toBeGreaterThan(0)
})
