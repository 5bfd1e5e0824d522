import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

import { inWords, verdict, type Figure } from './figure.ts'

const page = 'docs/performance.md'
const [from, to] = ['<!-- measured -->', '<!-- measured until here -->']

/** Writes the table of a full run between two marks of the page. */
export function writeReport(figures: Figure[], minutes: string, load: string) {
  const text = readFileSync(page, 'utf8')
  const [before, after] = [text.split(from)[0]!, text.split(to)[1]!]
  const table = [
    '| what | measured | limit in the same run | figure | target | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...figures.map((figure) => {
      const { value, target } = inWords(figure)
      const { what, measured, limit } = figure
      const result = verdict(figure) === 'holds' ? 'holds' : '**missed**'
      return `| ${what} | ${measured} | ${limit} | ${value} | ${target} | ${result} |`
    }),
  ].join('\n')
  const measured = `${machine(minutes)} ${load}\n\n${table}`
  writeFileSync(page, formatted(`${before}${from}\n\n${measured}\n\n${to}${after}`))
}

function machine(minutes: string) {
  const [processor] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const day = new Date().toISOString().slice(0, 10)
  return `Measured on ${day} in ${minutes} minutes, on ${cpus().length} processors (${processor?.model}) with ${gigabytes} GB, Node ${process.version}.`
}

/** Formats the page as `npm run format` does. */
function formatted(text: string) {
  return execFileSync('node_modules/.bin/oxfmt', [`--stdin-filepath=${page}`], {
    input: text,
    encoding: 'utf8',
  })
}
