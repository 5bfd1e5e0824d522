/** A number below this is hidden in what leaves the foundation: it could tell who is meant. */
export const smallestShown = 5

/** A number, `few` for one under `smallestShown`, `hidden` for one that would reveal a `few`. */
export type ShownNumber = number | 'few' | 'hidden'

export function hideSmallNumber(value: number): ShownNumber {
  return value < smallestShown ? 'few' : value
}

export function shownNumberText(shown: ShownNumber) {
  if (shown === 'few') return `fewer than ${smallestShown}`
  return shown === 'hidden' ? shown : String(shown)
}

/**
 * Complementary cell suppression. Each row of the table belongs to a group, each column to a step; no
 * number of a row exceeds the one before it. The columns add up to `totals`. Small numbers are hidden,
 * and further ones until no small number follows from what is shown. Null if that is impossible.
 */
export function hideSmallNumbers(totals: number[], rows: number[][]): ShownNumber[][] | null {
  const shown = rows.map((row) => row.map(hideSmallNumber))
  for (;;) {
    const step = findRevealed(totals, rows, shown)
    if (step === undefined) return shown
    if (!hideOneMore(rows, shown, step)) return null
  }
}

/** Hides the smallest number shown in the column, or in the nearest earlier one. */
function hideOneMore(rows: number[][], shown: ShownNumber[][], step: number) {
  for (let column = step; column >= 0; column--) {
    const values = shown.map((row) => row[column]).filter((value) => typeof value === 'number')
    if (values.length === 0) continue
    const smallest = shown.findIndex((row) => row[column] === Math.min(...values))
    // Later steps are hidden, too: they would be lower bounds of the hidden number.
    rows[smallest]?.forEach((value, later) => {
      if (later >= column && value >= smallestShown) shown[smallest]![later] = 'hidden'
    })
    return true
  }
  return false
}

interface Range {
  min: number
  max: number
}

/** The first column with a small number that a reader could compute. */
function findRevealed(totals: number[], rows: number[][], shown: ShownNumber[][]) {
  const sums = totals.map((total) =>
    total < smallestShown ? { min: 0, max: smallestShown - 1 } : { min: total, max: total },
  )
  const ranges = shown.map((row, group) =>
    row.map((value, step) => rangeOf(value, rows[group]![step]!, step, sums[step]!)),
  )
  narrow(sums, ranges)
  const isRevealed = (group: number, step: number) => {
    const { min, max } = ranges[group]![step]!
    return shown[group]![step] === 'few' && min === max
  }
  const found = totals.findIndex((_, step) => rows.some((_row, group) => isRevealed(group, step)))
  return found === -1 ? undefined : found
}

/** The values that a reader thinks possible. A group is listed, so it has at least one application. */
function rangeOf(shown: ShownNumber, value: number, step: number, sum: Range): Range {
  if (shown === 'hidden') return { min: smallestShown, max: sum.max }
  if (shown !== 'few') return { min: shown, max: shown }
  return { min: step === 0 && value > 0 ? 1 : 0, max: smallestShown - 1 }
}

/** Bounds propagation: narrows the ranges by the sums and by the order of the steps. */
function narrow(sums: Range[], ranges: Range[][]) {
  for (let round = 0, isNarrowed = true; isNarrowed && round < mostRounds; round++) {
    isNarrowed = false
    const limit = (range: Range, min: number, max: number) => {
      if (min <= range.min && max >= range.max) return
      range.min = Math.max(range.min, min)
      range.max = Math.min(range.max, max)
      isNarrowed = true
    }
    sums.forEach((sum, step) => {
      const column = ranges.map((row) => row[step]!)
      const least = column.reduce((all, { min }) => all + min, 0)
      const most = column.reduce((all, { max }) => all + max, 0)
      limit(sum, least, most)
      for (const range of column) {
        limit(range, sum.min - (most - range.max), sum.max - (least - range.min))
      }
    })
    for (const row of ranges) {
      for (let step = 1; step < row.length; step++) {
        limit(row[step]!, 0, row[step - 1]!.max)
        limit(row[step - 1]!, row[step]!.min, Infinity)
      }
    }
  }
}

const mostRounds = 100
