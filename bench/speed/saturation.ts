import { serverWith } from './engines.ts'
import { quantity, type Figure, type Measure } from './figure.ts'
import { load, perSecond } from './load.ts'

/** Overload: far more clients than the server can take, who respect `Retry-After`, against 64 clients. */
export const saturation: Measure = async (setting) => {
  const server = await serverWith('sqlite', setting)
  const seconds = setting.quick ? 5 : 15
  const figures: Figure[] = []
  try {
    const task = { url: server.url, seconds, what: 'submissions' } as const
    await load({ ...task, clients: 16, seconds: 2 })
    const full = perSecond(await load({ ...task, clients: 64 }))
    for (const clients of setting.quick ? [2000] : [256, 1000, 2000, 4000]) {
      const outcome = await load({ ...task, clients })
      const shed = outcome.answered[503] ?? 0
      figures.push(
        {
          what: `submissions from ${quantity(clients)} clients`,
          measured: `${quantity(perSecond(outcome))} a second, ${quantity(shed / outcome.seconds)} turned away`,
          limit: `${quantity(full)} a second: from 64 clients`,
          value: perSecond(outcome) / full,
          target: 'past saturation',
        },
        {
          what: `receipts of ${quantity(clients)} clients, p99`,
          measured: `${quantity(outcome.succeeded.p99)} ms`,
          limit: `${quantity(outcome.refused.p99 || 0)} ms: being turned away`,
          value: outcome.succeeded.p99,
          target: 'latency past saturation',
        },
      )
    }
    return figures
  } finally {
    await server.close()
  }
}
