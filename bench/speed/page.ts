import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'

import { serverWith } from './engines.ts'
import { median, quantity, type Figure, type Measure } from './figure.ts'
import { load, perSecond } from './load.ts'
import { serveBytes } from './other-server.ts'

const clients = 16
const paths = ['/about', '/industrial-attachment/apply']

/** Public pages, compressed, against another server that does nothing but send the same bytes. */
export const page: Measure = async (setting) => {
  const server = await serverWith('sqlite', setting)
  try {
    const figures: Figure[] = []
    for (const path of paths) figures.push(await compare(server.url, path, setting.quick))
    return figures
  } finally {
    await server.close()
  }
}

async function compare(url: string, path: string, quick: boolean): Promise<Figure> {
  const other = await serveBytes(await compressed(url + path), path)
  const [rounds, seconds] = quick ? [3, 2] : [5, 5]
  const task = { clients, seconds, what: { page: path } }
  const [ours, limits, shares]: [number[], number[], number[]] = [[], [], []]
  try {
    await load({ ...task, url, seconds: 2 })
    for (let round = 0; round < rounds; round++) {
      const bare = await load({ ...task, url: other.url })
      limits.push(perSecond(bare))
      shares.push(bare.share)
      ours.push(perSecond(await load({ ...task, url })))
    }
  } finally {
    await other.close()
  }
  const [measured, limit] = [median(ours), median(limits)]
  const share = Math.round(median(shares) * 100)
  return {
    what: `${path}, ${clients} clients`,
    measured: `${quantity(measured)} a second`,
    limit: `${quantity(limit)} a second: ${other.name} (who asked was busy for ${share} % of it)`,
    value: measured / limit,
    reach: 'page',
  }
}

/** The page as it travels. */
async function compressed(url: string) {
  const headers = { 'accept-encoding': 'br' }
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return buffer(answer)
}
