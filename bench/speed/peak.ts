import { serverWith, usageOf } from './engines.ts'
import { quantity, type Measure } from './figure.ts'
import { load, perSecond } from './load.ts'

const applications = 50_000
/** Seconds into which the hour is compressed. */
const compressed = 60

/**
 * The last hour before a deadline, compressed into a minute: 50,000 people read the form and apply, at
 * a growing rate.
 */
export const peak: Measure = async (setting) => {
  const server = await serverWith('sqlite', setting, 1000)
  const seconds = setting.quick ? compressed / 5 : compressed
  const share = seconds / compressed
  const perSecondAt = hour(applications * share, seconds)
  const { url } = server
  try {
    await load({ url, clients: 16, seconds: 2, what: 'submissions' })
    const before = usageOf(server.pid).seconds
    const task = { url, clients: 64, seconds, perSecond: perSecondAt }
    const [sent, read] = await Promise.all([
      load({ ...task, what: 'submissions' }),
      load({ ...task, what: { page: '/industrial-attachment/apply' } }),
    ])
    const busy = (usageOf(server.pid).seconds - before) / sent.seconds
    const count = Object.values(sent.answered).reduce((sum, one) => sum + one, 0)
    return [
      {
        what: `a season's last hour in ${quantity(seconds / share)} s: ${quantity(count)} submissions, p99`,
        measured: `${quantity(sent.succeeded.p99)} ms at ${quantity(perSecond(sent))} a second, a page ${quantity(read.succeeded.p99)} ms`,
        limit: `${Math.round(busy * 100)} % of a processor; in real time ${quantity((busy * 100 * seconds) / (3600 * share))} %`,
        value: sent.succeeded.p99,
        target: 'peak',
      },
    ]
  } finally {
    await server.close()
  }
}

/** Arrivals in each second; the rate triples from the beginning to the end. */
function hour(count: number, seconds: number) {
  const weights = Array.from({ length: seconds }, (_, second) => 1 + (2 * second) / seconds)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => Math.round((count * weight) / sum))
}
