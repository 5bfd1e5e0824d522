import { load, perSecond } from './load.ts'
import { serverWith } from './engines.ts'
import { quantity, type Measure } from './figure.ts'

const clients = 16
const page = '/about'

/** Submissions on a disk whose fsync takes 5 ms longer, while another client reads a page. */
export const slowDisk: Measure = async (setting) => {
  const server = await serverWith('sqlite', setting, 0, {
    NODE_OPTIONS: `--import=${new URL('slow-disk.ts', import.meta.url).href}`,
  })
  const seconds = setting.quick ? 5 : 20
  const { url } = server
  try {
    await load({ url, clients, seconds: 2, what: 'submissions' })
    const [sent, read] = await Promise.all([
      load({ url, clients, seconds, what: 'submissions' }),
      load({ url, clients: 1, seconds, what: { page } }),
    ])
    return [
      {
        what: 'submissions, 16 clients, SQLite, every fsync 5 ms longer',
        measured: `${quantity(perSecond(sent))} a second`,
        limit: '200 a second: one commit after the other',
        value: perSecond(sent),
        target: 'slow disk',
      },
      {
        what: 'a page meanwhile, p99',
        measured: `${quantity(read.succeeded.p99)} ms`,
        limit: `${quantity(read.succeeded.median)} ms: its median`,
        value: read.succeeded.p99,
        target: 'page on a slow disk',
      },
    ]
  } finally {
    await server.close()
  }
}
