import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

import { describeOthers } from '../noise.ts'
import { inWords, verdict, type Curve, type Figure } from './figure.ts'
import { plot } from './plot.ts'

const page = 'docs/performance.md'
const picture = 'docs/performance.svg'
const image = '![Milliseconds until the answer, by the number of applications](performance.svg)'
const [from, to] = ['<!-- measured -->', '<!-- measured until here -->']

/** The files that a full run writes: the table between two marks of the page, and the plot. */
export function report(figures: Figure[], curves: Curve[], minutes: string): [string, string][] {
  const text = readFileSync(page, 'utf8')
  const [before, after] = [text.split(from)[0]!, text.split(to)[1]!]
  const table = [
    '| what | measured | limit in the same run | figure | target | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...figures.map((figure) => {
      const { value, target } = inWords(figure)
      const { what, measured, limit } = figure
      return `| ${what} | ${measured} | ${limit} | ${value} | ${target} | ${result(figure)} |`
    }),
  ]
  const measured = [machine(minutes), ...table, '', image].join('\n')
  return [
    [page, formatted(`${before}${from}\n\n${measured}\n\n${to}${after}`)],
    [picture, plot(curves)],
  ]
}

/** Says also whether other programs disturbed the measurement. */
function result(figure: Figure) {
  const word = verdict(figure) === 'holds' ? 'holds' : '**missed**'
  return figure.others ? `${word}; ${describeOthers(figure.others)}` : word
}

function machine(minutes: string) {
  const [processor] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const day = new Date().toISOString().slice(0, 10)
  return `Measured on ${day} in ${minutes} minutes, on ${cpus().length} processors (${processor?.model}) with ${gigabytes} GB, Node ${process.version}.\n`
}

/** Formats the page as `npm run format` does. */
function formatted(text: string) {
  return execFileSync('node_modules/.bin/oxfmt', [`--stdin-filepath=${page}`], {
    input: text,
    encoding: 'utf8',
  })
}
