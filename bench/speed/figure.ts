import { targets, type Target } from '../budgets.ts'

/** A row of the table: a measured figure, and the machine's limit in the same run. */
export interface Figure {
  what: string
  /** Text with its unit. */
  measured: string
  /** The limit in the same run, as text. */
  limit: string
  /** The value to compare with the target: a share or multiple of the limit, or the figure itself. */
  value: number
  target: keyof typeof targets
}

/** One part of the benchmark. */
export type Measure = (setting: Setting) => Promise<Figure[]>

export interface Setting {
  /** A short run of some minutes. */
  quick: boolean
  /** A PostgreSQL server; undefined if none is installed. */
  postgresUrl: string | undefined
  /** The folder of another version, whose submissions are the limit. */
  against?: string | undefined
}

/** Compares a figure with its target. `missed` is a known miss, `failed` fails the run. */
export function verdict({ value, target }: Figure): 'holds' | 'missed' | 'failed' {
  const { min = -Infinity, max = Infinity, failsBeyond }: Target = targets[target]
  if (value >= min && value <= max) return 'holds'
  if (failsBeyond === undefined) return 'failed'
  return (max === Infinity ? value >= failsBeyond : value <= failsBeyond) ? 'missed' : 'failed'
}

/** The value of a figure and its target, as text. */
export function inWords({ value, target }: Figure) {
  const { min, max, unit }: Target = targets[target]
  const bound = min === undefined ? `at most ${say(max!, unit)}` : `at least ${say(min, unit)}`
  return { value: say(value, unit), target: bound }
}

function say(value: number, unit: Target['unit']) {
  if (unit === '%') return `${Math.round(value * 100)} %`
  if (unit === 'ratio') return `${value.toFixed(2)} times`
  if (unit === 'times') return `${value.toFixed(1)} times`
  return `${quantity(value)} ${unit}`
}

/** Formats a number with three significant digits or all digits of its integer part. */
export function quantity(value: number) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

export function median(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
