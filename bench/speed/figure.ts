import { reaches, type Reach } from '../budgets.ts'

/** One figure of the table: what was measured, and what the machine gave at the same time. */
export interface Figure {
  what: string
  /** In words, with its unit. */
  measured: string
  /** The limit in the same run, in words. */
  limit: string
  /** By what it is judged: a share or multiple of the limit, or the figure itself. */
  value: number
  reach: keyof typeof reaches
}

/** One part of the benchmark. */
export type Measure = (setting: Setting) => Promise<Figure[] | Grown>

/** Figures, and how what is behind them grows. */
interface Grown {
  figures: Figure[]
  curves: Curve[]
}

/** Milliseconds by the number of applications. */
export interface Curve {
  engine: string
  name: string
  points: { rows: number; milliseconds: number }[]
}

export interface Setting {
  /** A run of some minutes, with less of everything. */
  quick: boolean
  /** A PostgreSQL server; undefined where none is installed. */
  postgresUrl: string | undefined
}

/** Whether a figure reaches what was asked; if not, whether it fails the run. */
export function verdict({ value, reach }: Figure): 'holds' | 'missed' | 'failed' {
  const { least = -Infinity, most = Infinity, atWorst }: Reach = reaches[reach]
  if (value >= least && value <= most) return 'holds'
  if (atWorst === undefined) return 'failed'
  return (most === Infinity ? value >= atWorst : value <= atWorst) ? 'missed' : 'failed'
}

/** A figure in the words of its reach, and the reach itself. */
export function inWords({ value, reach }: Figure) {
  const { least, most, unit }: Reach = reaches[reach]
  const bound = least === undefined ? `at most ${say(most!, unit)}` : `at least ${say(least, unit)}`
  return { value: say(value, unit), reach: bound }
}

function say(value: number, unit: Reach['unit']) {
  if (unit === '%') return `${Math.round(value * 100)} %`
  if (unit === 'times') return `${value.toFixed(1)} times`
  return `${quantity(value)} ${unit}`
}

/** A number in as many digits as it means something. */
export function quantity(value: number) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

export function median(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
