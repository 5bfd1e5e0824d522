import { printLine } from '../timing.ts'
import { national, type Part } from './evening-load.ts'
import { quantity } from './figure.ts'
import type { Outcome } from './generator.ts'

/** Processor seconds. */
export interface Usage {
  servers: number
  /** 0 if PostgreSQL runs on another machine. */
  postgres: number
}

/** One replay of the hour. */
export interface Replay {
  /** Speed of the replay as a multiple of real time. */
  factor: number
  seconds: number
  /** Outcomes of the parts, in their order. */
  outcomes: Outcome[]
  used: Usage
}

/** Prints the processor time of a request of each part, and of all its requests in real time. */
export function printCosts(costs: { part: Part; perRequest: Usage }[]) {
  console.log('\nProcessor time of each part alone: ms of a request, ms of an application with all')
  console.log('around it, and the share of one processor in real time')
  printLine('', ['an hour', 'servers', 'PostgreSQL', 'per appl.', 'in all'])
  const { applicationsPerHour } = national
  let sum = 0
  for (const { part, perRequest } of costs) {
    const { servers, postgres } = perRequest
    const anHour = (servers + postgres) * part.perHour
    sum += anHour
    const times = [servers, postgres, anHour / applicationsPerHour]
    const cells = times.map((seconds) => (seconds * 1000).toFixed(2))
    printLine(part.name, [quantity(part.perHour), ...cells, percent(anHour / 3600)])
  }
  const perApplication = (1000 * sum) / applicationsPerHour
  printLine('all', ['', '', '', perApplication.toFixed(2), percent(sum / 3600)])
}

/** Prints one line for a replay, and its use of the processors. */
export function printReplay({ factor, seconds, outcomes, used }: Replay, trouble?: string) {
  const rate = `${quantity(factor)} times, ${quantity(factor * national.applicationsPerHour)} applications an hour`
  console.log(`  ${rate}: ${trouble ?? 'sustained'}`)
  const [servers, postgres] = [used.servers, used.postgres].map((time) => percent(time / seconds))
  const clients = percent(outcomes[0]!.share)
  console.log(
    `    of one processor: servers ${servers}, PostgreSQL ${postgres}, clients ${clients}`,
  )
}

/** Prints the requests of each part in a replay. */
export function printParts({ factor, outcomes }: Replay, parts: Part[]) {
  console.log(`\nThe fastest sustained replay, ${quantity(factor)} times real time`)
  printLine('', ['requests', 'a second', 'p50, ms', 'p99, ms', 'failed'])
  for (const [index, { name }] of parts.entries()) {
    const outcome = outcomes[index]!
    const { median, p99 } = outcome.succeeded
    const count = countOf(outcome)
    // A short replay may have no request of a rare part.
    const times = count > 0 ? [median, p99].map(quantity) : ['', '']
    const rates = [count, count / outcome.seconds].map(quantity)
    printLine(name, [...rates, ...times, quantity(failuresOf(outcome))])
  }
}

/** Requests that got an answer, or lost their connection. */
export function countOf({ answered }: Outcome) {
  return Object.values(answered).reduce((sum, count) => sum + count, 0)
}

/** Requests that were refused, got no answer, or were too late to be sent. */
export function failuresOf({ answered, unsent }: Outcome) {
  const refused = Object.entries(answered).filter(([status]) => !status.startsWith('2'))
  return refused.reduce((sum, [, count]) => sum + count, unsent)
}

function percent(share: number) {
  return `${quantity(share * 100)} %`
}
