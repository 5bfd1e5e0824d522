import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { contentReader } from '../../server/services/content/content-reader.ts'
import { startApi } from '../support/api.ts'
import { newLocation } from '../support/app.ts'
import { event, setAfterDate } from '../support/content.ts'

const { ask, token, db } = await startApi()

const time = (text: string) => Date.parse(text)
/** A reader with its own clock. */
function readerAt(start: string) {
  const clock = { now: time(start) }
  return { clock, ...contentReader(db, { clock: () => clock.now }) }
}

let created = 0

async function newItem(draft: object, collection: 'events' | 'notices' = 'events') {
  const slug = `item-${++created}`
  const { body } = await ask(api.content.create, { token, collection, body: { slug, draft } })
  return { slug, id: body._id as string, collection }
}
const publish = (item: { id: string; collection: 'events' | 'notices' }, body: object = {}) =>
  ask(api.content.publish, { token, ...item, body })

const slugsOf = (items: readonly { slug: string; isOver: boolean }[]) =>
  items.map(({ slug, isOver }) => (isOver ? `${slug} (over)` : slug))

test('a new installation shows the seed in its order', async () => {
  const { items } = await readerAt('2025-05-01T00:00:00Z').read()
  expect(slugsOf(items.events)).toEqual([
    'coast-tech-day',
    'night-of-drums-and-words',
    'founders-breakfast',
  ])
  expect(items.team.map(({ name }) => name).slice(0, 2)).toEqual(['Amina Mfano', 'Juma Sampuli'])
  expect(items.figures.filter(({ place }) => place === 'reach').map(({ value }) => value)).toEqual([
    '5,000+',
    '200+',
    '150+',
    '10+',
  ])
  expect(items['donation-projects'].map(({ target, raised }) => [target, raised])).toEqual([
    [15_000, 9750],
    [10_000, 6200],
    [20_000, 12_800],
    [8000, 3500],
  ])
  expect(items.jobs[0]).toMatchObject({ title: 'Finance Director', deadline: '2025-11-14' })
  expect(items.programs).toHaveLength(12)
  expect(items.notices).toEqual([])
})

test('the seed is stored once, and a deleted item stays deleted', async () => {
  const { remove, ...location } = await newLocation()
  const { db: otherDb, engine } = openDatabase(location)
  await prepareDatabase(otherDb, engine)
  const slugs = async () => (await otherDb.selectFrom('content').select('slug').execute()).length
  const before = await slugs()
  expect(before).toBeGreaterThan(30)
  await otherDb.deleteFrom('content').where('slug', '=', 'coast-tech-day').execute()
  await prepareDatabase(otherDb, engine)
  expect(await slugs()).toBe(before - 1)
  await otherDb.destroy()
  await remove()
})

test('past events and closed jobs are decided by the day in Kenya', async () => {
  await setAfterDate(db, 'move')
  const { clock, read } = readerAt('2025-06-08T20:59:59.999Z')
  const evening = await read()
  expect(slugsOf(evening.items.events)).toEqual([
    'night-of-drums-and-words',
    'founders-breakfast',
    'coast-tech-day (over)',
  ])
  expect(evening.until).toBe(time('2025-06-08T21:00:00Z'))
  clock.now = evening.until - 1
  expect(await read()).toBe(evening)

  clock.now = evening.until
  const next = await read()
  expect(slugsOf(next.items.events)).toEqual([
    'founders-breakfast',
    'night-of-drums-and-words (over)',
    'coast-tech-day (over)',
  ])
  clock.now = time('2025-11-14T20:59:59Z')
  expect((await read()).items.jobs[0]?.isOver).toBe(false)
  clock.now = time('2025-11-14T21:00:00Z')
  expect((await read()).items.jobs[0]?.isOver).toBe(true)
})

test('a draft is not public, and a change is read as soon as its call is answered', async () => {
  const readers = [readerAt('2025-05-01T00:00:00Z'), readerAt('2025-05-01T00:00:00Z')]
  const seen = () =>
    Promise.all(
      readers.map(async ({ read }) => (await read()).items.events.find((one) => one.slug === slug)),
    )
  const item = await newItem(event)
  const { slug } = item
  expect(await seen()).toEqual([undefined, undefined])

  for (const title of ['First', 'Second', 'Third']) {
    const body = { draft: { ...event, title } }
    await ask(api.content.update, { token, ...item, body })
    expect((await seen()).map((one) => one?.title)).not.toContain(title)
    expect((await publish(item)).status).toBe(200)
    expect((await seen()).map((one) => one?.title)).toEqual([title, title])
  }
  await ask(api.content.hide, { token, ...item })
  expect(await seen()).toEqual([undefined, undefined])
})

test('readers see one state of the content while it changes', async () => {
  const { read } = readerAt('2025-05-01T00:00:00Z')
  const item = await newItem({ ...event, title: 'Round 0', location: 'Round 0' })
  await publish(item)
  const state = { isRunning: true, last: 0 }
  const readAll = async () => {
    while (state.isRunning) {
      const answered = state.last
      const content = await read()
      const shown = content.items.events.find(({ slug }) => slug === item.slug)!
      expect(shown.title).toBe(shown.location)
      expect(Number(shown.title.split(' ')[1])).toBeGreaterThanOrEqual(answered)
      await new Promise(setImmediate)
    }
  }
  const clients = Array.from({ length: 16 }, readAll)
  for (let round = 1; round <= 20; round++) {
    const draft = { ...event, title: `Round ${round}`, location: `Round ${round}` }
    await ask(api.content.update, { token, ...item, body: { draft } })
    await publish(item)
    state.last = round
  }
  state.isRunning = false
  await Promise.all(clients)
  await ask(api.content.remove, { token, ...item })
})

test('an item appears and disappears at its times', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const [publishAt, hideAt] = [at(1), at(2)]
  const { clock, read } = readerAt(at(0))
  const item = await newItem(event)
  await publish(item, { publishAt, hideAt })
  const isShown = async () => (await read()).items.events.some(({ slug }) => slug === item.slug)
  for (const [now, shown] of [
    [time(publishAt) - 1, false],
    [time(publishAt), true],
    [time(hideAt) - 1, true],
    [time(hideAt), false],
  ] as const) {
    clock.now = now
    expect([now, await isShown()]).toEqual([now, shown])
  }
})

test('a notice is shown from its first to its last day', async () => {
  const draft = { text: 'Closed', from: '2026-03-01', until: '2026-03-02', tone: 'news' }
  await publish(await newItem(draft, 'notices'))
  const { clock, read } = readerAt('2026-02-28T20:59:59Z')
  const texts = async () => (await read()).items.notices.map(({ text, text_sw }) => [text, text_sw])
  expect(await texts()).toEqual([])
  clock.now = time('2026-02-28T21:00:00Z')
  expect(await texts()).toEqual([['Closed', null]])
  clock.now = time('2026-03-02T21:00:00Z')
  expect(await texts()).toEqual([])
})

test('a preview has complete drafts in place of what is public', async () => {
  const { readDrafts, read } = readerAt('2026-01-01T00:00:00Z')
  const complete = await newItem({ ...event, title: 'Preview' })
  const incomplete = await newItem({ title: 'Incomplete' })
  const slugs = slugsOf((await readDrafts()).items.events)
  expect(slugs).toContain(complete.slug)
  expect(slugs).not.toContain(incomplete.slug)
  await publish(complete)
  await ask(api.content.update, { token, ...complete, body: { draft: { title: 'Half' } } })
  const shown = (await readDrafts()).items.events.find(({ slug }) => slug === complete.slug)
  expect(shown?.title).toBe('Preview')
  await ask(api.content.hide, { token, ...complete })
  await ask(api.content.restore, { token, ...complete, body: { version: 1 } })
  const other = await newItem({ ...event, title: 'Other' })
  const one = slugsOf((await readDrafts(complete.id)).items.events)
  expect([one.includes(complete.slug), one.includes(other.slug)]).toEqual([true, false])
  expect(slugsOf((await read()).items.events)).not.toContain(complete.slug)
})

test('without a database, pages get the last content, or the seed', async () => {
  const { remove, ...location } = await newLocation()
  const opened = openDatabase(location)
  await prepareDatabase(opened.db, opened.engine)
  const errors: unknown[] = []
  const options = { onError: (error: unknown) => errors.push(error) }
  const [warm, cold] = [contentReader(opened.db, options), contentReader(opened.db, options)]
  const before = await warm.read()
  await opened.db.destroy()

  expect((await warm.read()).items).toEqual(before.items)
  const { version, items } = await cold.read()
  expect([version, items.jobs.length, items.events.length]).toEqual(['seed', 1, 3])
  expect(errors).toHaveLength(2)
  await remove()
})
