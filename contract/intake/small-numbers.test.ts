import { expect, test } from 'vitest'

import { hideSmallInFunnel, type Funnel } from './funnel.ts'
import { hideSmallNumbers, shownNumberText, smallestShown } from './small-numbers.ts'

test('a small number is shown as fewer than 5', () => {
  const shown = hideSmallNumbers([40], [[30], [4], [3], [3]])
  expect(shown).toEqual([[30], ['few'], ['few'], ['few']])
  expect(shown?.flat().map(shownNumberText)).toEqual([
    '30',
    'fewer than 5',
    'fewer than 5',
    'fewer than 5',
  ])
})

test('a single small number takes the next larger one with it', () => {
  expect(hideSmallNumbers([42], [[30], [9], [3]])).toEqual([[30], ['hidden'], ['few']])
})

test('a number between equal ones is hidden in all later steps', () => {
  const rows = [
    [30, 30, 30],
    [20, 20, 20],
    [9, 3, 2],
  ]
  const shown = hideSmallNumbers([59, 53, 52], rows)
  expect(shown?.[1]?.[1]).toBe('hidden')
  expect(shown?.[1]?.[2]).toBe('hidden')
})

test('groups of one person each are not listed at all', () => {
  expect(hideSmallNumbers([5], [[1], [1], [1], [1], [1]])).toBeNull()
})

test('a hidden row does not keep the place that its number had', () => {
  const counts = (applied: number) => ({
    applied,
    offered: 0,
    confirmed: 0,
    started: 0,
    completed: 0,
  })
  const rows = [
    { name: 'Mombasa', ...counts(30) },
    { name: 'Lamu', ...counts(9) },
    { name: 'Kilifi', ...counts(3) },
  ]
  const answersTo = (kind: 'choice' | 'choices', numbers: number[]) => ({
    question: '0123456789',
    label: 'Shirt',
    kind,
    stopped: false,
    options: numbers.map((count, index) => ({ value: `${index}`, label: `Size ${index}`, count })),
  })
  const funnel: Funnel = {
    intake: { _id: '00000000-0000-4000-8000-000000000000', name: 'September' },
    total: counts(42),
    places: 12,
    taken: 3,
    waiting: 6,
    breakdowns: { department: rows, institution: rows, county: [], gender: rows },
    questions: [answersTo('choice', [20, 3, 19]), answersTo('choices', [40, 3, 0])],
  }
  const shown = hideSmallInFunnel(funnel)
  expect(shown.questions.map(({ options }) => options?.map(({ count }) => count))).toEqual([
    [20, 'few', 19],
    [40, 'few', 'few'],
  ])
  expect(shown.breakdowns.county).toEqual([])
  expect(shown.breakdowns.gender?.map(({ name, applied }) => [name, applied])).toEqual([
    ['Mombasa', 30],
    ['Kilifi', 'few'],
    ['Lamu', 'hidden'],
  ])
  expect(shown).toMatchObject({ total: { applied: 42, offered: 'few' }, taken: 'few', waiting: 6 })
})

test('no small number follows from the shown ones, whatever they are', () => {
  const random = randomNumbers(7)
  const wrong: number[][][] = []
  for (let round = 0; round < 300; round++) {
    const rows = Array.from({ length: 2 + random(2) }, () => {
      const first = 1 + random(9)
      return [first, random(first + 1)]
    })
    const totals = [0, 1].map((step) => rows.reduce((sum, row) => sum + row[step]!, 0))
    const shown = hideSmallNumbers(totals, rows)
    if (shown && revealed(totals, shown).length > 0) wrong.push(rows)
  }
  expect(wrong).toEqual([])
})

/** Tries every table that fits the shown numbers. Returns the small ones that are the same in all. */
function revealed(totals: number[], shown: NonNullable<ReturnType<typeof hideSmallNumbers>>) {
  const seen = shown.map((row) => row.map(() => new Set<number>()))
  const fill = (group: number, left: number[], table: number[][]) => {
    if (group === shown.length) {
      const fits = left.every((rest, step) =>
        totals[step]! < smallestShown ? rest > totals[step]! - smallestShown : rest === 0,
      )
      if (fits)
        table.forEach((row, of) => row.forEach((value, step) => seen[of]![step]!.add(value)))
      return
    }
    for (const first of possible(shown[group]![0]!, 1)) {
      for (const second of possible(shown[group]![1]!, 0)) {
        if (second > first) continue
        const rest = [left[0]! - first, left[1]! - second]
        fill(group + 1, rest, [...table, [first, second]])
      }
    }
  }
  fill(0, totals, [])
  return shown.flatMap((row, of) =>
    row.flatMap((value, step) =>
      value === 'few' && seen[of]![step]!.size < 2 ? [[of, step]] : [],
    ),
  )
}

function possible(shown: number | 'few' | 'hidden', least: number) {
  if (typeof shown === 'number') return [shown]
  const from = shown === 'few' ? least : smallestShown
  const to = shown === 'few' ? smallestShown - 1 : 20
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Linear congruential generator: the same numbers in each run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
