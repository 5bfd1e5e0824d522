import { serverWith, usageOf } from './engines.ts'
import { quantity, type Measure } from './figure.ts'
import { load, perSecond } from './load.ts'

const applications = 50_000
/** By what share of the hour each second stands for. */
const compressed = 60

/**
 * The last hour before a deadline, in which 50,000 people apply, the more the later, in a minute;
 * each of them has read the form before.
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
    const asked = Object.values(sent.answered).reduce((sum, count) => sum + count, 0)
    return [
      {
        what: `a season's last hour in ${quantity(seconds / share)} s: ${quantity(asked)} submissions, p99`,
        measured: `${quantity(sent.succeeded.p99)} ms at ${quantity(perSecond(sent))} a second, a page ${quantity(read.succeeded.p99)} ms`,
        limit: `${Math.round(busy * 100)} % of a processor; in real time ${quantity((busy * 100 * seconds) / (3600 * share))} %`,
        value: sent.succeeded.p99,
        reach: 'peak',
      },
    ]
  } finally {
    await server.close()
  }
}

/** How many come in each second: at the end three times as many as at the beginning. */
function hour(count: number, seconds: number) {
  const weights = Array.from({ length: seconds }, (_, second) => 1 + (2 * second) / seconds)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => Math.round((count * weight) / sum))
}
