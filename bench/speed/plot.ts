import type { Curve } from './figure.ts'

const [width, height] = [460, 300]
const [left, top, bottom, legend] = [64, 34, 30, 24]
const colours = [
  '#0f766e',
  '#b45309',
  '#1d4ed8',
  '#be123c',
  '#6d28d9',
  '#4d7c0f',
  '#475569',
  '#d946ef',
]
const [fewest, most] = [1000, 1_000_000]
const [shortest, longest] = [1, 1000]

/**
 * Plots duration by number of applications, both on logarithmic scales: one panel for each engine.
 * Table scans rise; index lookups are flat.
 */
export function plot(curves: Curve[]) {
  const panels = [...Map.groupBy(curves, ({ engine }) => engine)]
  const names = [...new Set(curves.map(({ name }) => name))]
  const colourOf = (name: string) => colours[names.indexOf(name) % colours.length]
  const whole = {
    width: panels.length * width,
    height: height + legend * Math.ceil(names.length / 2),
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole.width} ${whole.height}" font-family="sans-serif" font-size="12">
<title>Milliseconds until the whole answer is there, by the number of applications</title>
<rect width="100%" height="100%" fill="#fff"/>
${panels.map(([engine, some], index) => panel(engine, some, index * width, colourOf)).join('\n')}
${names.map((name, index) => entry(name, index, colourOf(name)!)).join('\n')}
</svg>
`
}

function panel(
  engine: string,
  curves: Curve[],
  x: number,
  colourOf: (name: string) => string | undefined,
) {
  const lines = curves.map(({ name, points }) => {
    const path = points.map(({ rows, milliseconds }) => `${across(rows)},${up(milliseconds)}`)
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${colourOf(name)}" stroke-width="2"/>`
  })
  const rows = powers(fewest, most).map(
    (value) =>
      `<text x="${across(value)}" y="${height - 8}" text-anchor="middle">${value.toLocaleString('en')}</text>`,
  )
  const times = powers(shortest, longest).map(
    (value) =>
      `<path d="M${left} ${up(value)}H${width - 24}" stroke="#ddd"/><text x="${left - 6}" y="${up(value) + 4}" text-anchor="end">${value.toLocaleString('en')} ms</text>`,
  )
  return `<g transform="translate(${x})">
<text x="${left}" y="20" font-size="14" font-weight="bold">${engine}</text>
${[...times, ...rows, ...lines].join('\n')}
</g>`
}

function entry(name: string, index: number, colour: string) {
  const [x, y] = [left + (index % 2) * width, height + legend * Math.floor(index / 2) + 8]
  return `<path d="M${x} ${y}h24" stroke="${colour}" stroke-width="3"/><text x="${x + 32}" y="${y + 4}">${name}</text>`
}

function across(rows: number) {
  const share = Math.log(rows / fewest) / Math.log(most / fewest)
  return Math.round(left + share * (width - left - 40))
}

function up(milliseconds: number) {
  const within = Math.min(longest, Math.max(shortest, milliseconds))
  const share = Math.log(within / shortest) / Math.log(longest / shortest)
  return Math.round(height - bottom - share * (height - top - bottom))
}

function powers(from: number, to: number) {
  const count = Math.round(Math.log10(to / from)) + 1
  return Array.from({ length: count }, (_, index) => from * 10 ** index)
}
