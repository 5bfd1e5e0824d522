import { randomUUID } from 'node:crypto'

import { newItem } from '../../server/services/content/content.ts'
import { newEditableRecord } from '../../server/services/ids.ts'
import { event } from '../../tests/support/content.ts'
import { startServer, type TestEngine } from '../../tests/support/server.ts'
import { ask, callApi } from '../http-client.ts'
import { Times } from '../timing.ts'
import { engineNames, enginesOf, serverWith } from './engines.ts'
import { median, quantity, type Figure, type Measure, type Setting } from './figure.ts'
import { load, perSecond } from './load.ts'

const clients = 16
const [events, versionsOfEach, withVersions] = [500, 50, 40]
/** Only past events: the page shows the latest six of them. */
const dateOf = (i: number) => `20${10 + (i % 15)}-01-${String(1 + (i % 28)).padStart(2, '0')}`

type Served = Awaited<ReturnType<typeof serverWith>>

/** Content that staff edit: pages after a publication, how soon it is visible, and long lists. */
export const content: Measure = async (setting) => {
  const figures: Figure[] = []
  for (const engine of enginesOf(setting)) {
    const server = await serverWith(engine, setting)
    try {
      await addEvents(server)
      figures.push(
        await changedPage(server, engine, setting.quick),
        await visible(server, engine, setting),
        ...(await lists(server, engine, setting.quick)),
      )
    } finally {
      await server.close()
    }
  }
  return figures
}

/** Stores published events, some of them with 50 versions. */
async function addEvents({ db }: Served) {
  for (let i = 0; i < events; i++) {
    const fields = { ...event, title: `Past Night ${i}`, date: dateOf(i) }
    const item = { ...newEditableRecord(), ...newItem('events', `past-night-${i}`, fields) }
    const published = item.draft
    const times = { publishedAt: item.createdAt, updatedBy: null, position: i + 10 }
    const version = i < withVersions ? versionsOfEach : 1
    const row = { ...item, ...times, published, version }
    await db.insertInto('content').values(row).execute()
    for (let number = 1; number <= version; number++) {
      const { _id: itemId, draft, updatedAt } = row
      const values = { content: itemId, version: number, draft, published: true, updatedAt }
      await db
        .insertInto('content_versions')
        .values({ ...values, updatedBy: null })
        .execute()
    }
  }
  await db.updateTable('content_version').set({ version: randomUUID() }).execute()
}

/** A page that shows what was just published, against one that stays the same. */
async function changedPage(server: Served, engine: TestEngine, quick: boolean): Promise<Figure> {
  const editor = await editorOf(server)
  await editor.publish('Before the measurement')
  const [rounds, seconds] = quick ? [3, 1] : [5, 2]
  const rates = { changed: [] as number[], fixed: [] as number[] }
  const read = async (page: string) =>
    perSecond(await load({ url: server.url, clients, seconds, what: { page } }))
  await read('/events')
  for (let round = 0; round < rounds; round++) {
    rates.fixed.push(await read('/about'))
    rates.changed.push(await read('/events'))
  }
  const [changed, fixed] = [median(rates.changed), median(rates.fixed)]
  return {
    what: `${engineNames[engine]}: a page after a publication, ${clients} clients`,
    measured: `${quantity(changed)} a second`,
    limit: `${quantity(fixed)} a second: an unchanged page`,
    value: changed / fixed,
    target: 'changed page',
  }
}

/**
 * From the call that publishes to the first page with the new text, while 16 clients read, half of
 * them from a second process. Throws if a page is torn, or older than an answered publication.
 */
async function visible(server: Served, engine: TestEngine, setting: Setting): Promise<Figure> {
  const other = await startServer(server.variables)
  const editor = await editorOf(server)
  const times = new Times()
  const rounds = setting.quick ? 30 : 60
  const state = { published: 0, pages: 0 }
  await editor.publish(marked(0))

  async function read(url: string) {
    while (state.published < rounds) {
      const least = state.published
      const found = numbersIn(await ask(`${url}/events`))
      state.pages++
      if (new Set(found).size !== 1) throw new Error(`A page is torn: ${found.join(', ')}`)
      if (found[0]! < least) throw new Error(`${found[0]} was shown after ${least} was answered`)
    }
  }

  async function publishAll() {
    for (let number = 1; number <= rounds; number++) {
      const began = performance.now()
      await editor.publish(marked(number))
      state.published = number
      await Promise.all([server.url, other.url].map((url) => ask(`${url}/events`)))
      times.record(performance.now() - began)
    }
  }

  try {
    const readers = Array.from({ length: clients }, (_, i) => read(i % 2 ? server.url : other.url))
    await Promise.all([publishAll(), ...readers])
  } finally {
    await other.stop('SIGTERM')
  }
  return {
    what: `${engineNames[engine]}: publish to visible in two processes, p99, ${clients} readers`,
    measured: `${quantity(times.quantile(0.99))} ms`,
    limit: `${quantity(times.median)} ms: the median; ${state.pages} pages were read, none old or torn`,
    value: times.quantile(0.99),
    target: 'publish to visible',
  }
}

const marked = (number: number) => `Number <${number}>, again <${number}>.`

function numbersIn(page: string) {
  return Array.from(page.matchAll(/&lt;(\d+)&gt;/g), ([, number]) => Number(number))
}

/** Lists of the back office among 500 events and 2,000 versions. */
async function lists({ url, token, db }: Served, engine: TestEngine, quick: boolean) {
  const { _id } = await db
    .selectFrom('content')
    .select('_id')
    .where('version', '=', versionsOfEach)
    .executeTakeFirstOrThrow()
  const path = '/api/admin/content/events'
  const what = {
    'the first page of the events': `${path}?limit=20&offset=0`,
    'a search among the events': `${path}?limit=20&offset=0&q=night+7`,
    'the versions of an event': `${path}/${_id}/versions`,
  }
  const figures: Figure[] = []
  for (const [name, query] of Object.entries(what)) {
    const times = new Times()
    for (let i = 0; i < (quick ? 100 : 400); i++) await times.add(() => ask(url + query, token))
    figures.push({
      what: `${engineNames[engine]}: ${name}, p99`,
      measured: `${quantity(times.quantile(0.99))} ms`,
      limit: `${quantity(times.median)} ms: the median`,
      value: times.quantile(0.99),
      target: 'list of content',
    })
  }
  return figures
}

/** Changes the text of one upcoming event, and publishes it. */
async function editorOf(server: Served) {
  const path = '/admin/content/events'
  const item = { slug: `bench-${randomUUID()}`, draft: event }
  const { _id } = (await callApi(server, 'POST', path, item)) as { _id: string }
  return {
    async publish(description: string) {
      await callApi(server, 'PUT', `${path}/${_id}`, { draft: { ...event, description } })
      await callApi(server, 'POST', `${path}/${_id}/publish`, {})
    },
  }
}
