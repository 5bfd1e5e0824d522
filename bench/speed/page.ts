import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'

import { findProgramFolder } from '../../server/cli/find-program.ts'
import { serverWith } from './engines.ts'
import { measureFigures, median, quantity, type Figure, type Measure } from './figure.ts'
import type { Outcome } from './generator.ts'
import { load, perSecond } from './load.ts'
import { serveWithNginx, serveWithNode, type Answer } from './other-server.ts'

const clients = 16
const encodings = ['br', 'gzip', 'zstd', 'identity']
const paths = ['/about', '/industrial-attachment/apply']

/** Compressed public pages, against a server that only sends the same bytes. */
export const page: Measure = async (setting) => {
  const server = await serverWith('sqlite', setting)
  try {
    const figures: Figure[] = []
    for (const path of paths) {
      figures.push(...(await measureFigures(() => compare(server.url, path, setting.quick))))
      figures.push(
        ...(await measureFigures(() => compareEncodings(server.url, path, setting.quick))),
      )
    }
    return figures
  } finally {
    await server.close()
  }
}

async function compare(url: string, path: string, quick: boolean): Promise<Figure> {
  const answer = await answerOf(url + path)
  const node = await serveWithNode(answer)
  const nginx = findProgramFolder('nginx') ? await serveWithNginx(answer, path) : undefined
  const [rounds, seconds] = quick ? [3, 1] : [5, 5]
  const read = (server: string, time = seconds) =>
    load({ url: server, clients, seconds: time, what: { page: path } })
  const ours: number[] = []
  const bare: number[] = []
  const limits: Outcome[] = []
  try {
    await read(url, 2)
    for (let round = 0; round < rounds; round++) {
      if (nginx) limits.push(await read(nginx.url))
      bare.push(perSecond(await read(node.url)))
      ours.push(perSecond(await read(url)))
    }
  } finally {
    await node.close()
    await nginx?.close()
  }
  const nodes = `${quantity(median(bare))}${nginx ? '' : ' a second'}: Node's bare HTTP server with the same headers`
  const share = Math.round(median(limits.map((limit) => limit.share)) * 100)
  const limit = median(nginx ? limits.map(perSecond) : bare)
  return {
    what: `${path}, ${clients} clients`,
    measured: `${quantity(median(ours))} a second`,
    limit: nginx
      ? `${quantity(limit)} a second: nginx (who asked was busy for ${share} % of it); ${nodes}`
      : `${nodes}, for nginx is not installed`,
    value: median(ours) / limit,
    target: 'page',
  }
}

/** Each encoding of a page against the fastest one. */
async function compareEncodings(url: string, path: string, quick: boolean): Promise<Figure> {
  const [rounds, seconds] = quick ? [3, 1] : [5, 3]
  const rates = new Map(encodings.map((encoding) => [encoding, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    for (const encoding of encodings) {
      const outcome = await load({ url, clients, seconds, what: { page: path, encoding } })
      rates.get(encoding)!.push(perSecond(outcome))
    }
  }
  const medians = [...rates].map(([name, all]) => ({ name, rate: median(all) }))
  const [slowest, ...others] = medians.toSorted((a, b) => a.rate - b.rate)
  const fastest = others.at(-1)!
  const bare = async ({ name }: { name: string }) =>
    rateOfNode(await answerOf(url + path, name), path, rounds * seconds)
  const bareShare = Math.round((100 * (await bare(slowest!))) / (await bare(fastest)))
  return {
    what: `${path}, ${medians.map(({ name, rate }) => `${name} ${quantity(rate)}`).join(', ')}`,
    measured: `${quantity(slowest!.rate)} a second: ${slowest!.name}`,
    limit: `${quantity(fastest.rate)} a second: ${fastest.name}; from Node's bare HTTP server ${bareShare} %`,
    value: slowest!.rate / fastest.rate,
    target: 'slowest encoding',
  }
}

/** How often Node's bare HTTP server sends an answer in a second. */
async function rateOfNode(answer: Answer, path: string, seconds: number) {
  const node = await serveWithNode(answer)
  try {
    return perSecond(await load({ url: node.url, clients, seconds, what: { page: path } }))
  } finally {
    await node.close()
  }
}

/** The page as it is sent. */
async function answerOf(url: string, encoding = 'br'): Promise<Answer> {
  const headers = { 'accept-encoding': encoding }
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return { headers: answer.headers, body: await buffer(answer) }
}
