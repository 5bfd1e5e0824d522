import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { isComplete } from '../../contract/content/items.ts'
import { collectionNames, type CollectionName } from '../../contract/content/collections.ts'
import { addUser, startApi } from '../support/api.ts'
import { event } from '../support/content.ts'

const { ask, token, db } = await startApi()
const editor = await addUser(ask, token, 'editor')
const by = { _id: editor._id, name: editor.name }

let events = 0

/** Creates a draft, as the editor. */
async function newEvent(draft: object = event) {
  const slug = `event-${++events}`
  const { status, body } = await ask(api.content.create, {
    token: editor.token,
    body: { slug, draft },
  })
  expect(status).toBe(201)
  return body
}

type Call = Exclude<keyof typeof api.content, 'import' | 'export'>

const call = (name: Call, id: string, body?: object) =>
  ask(api.content[name], { token: editor.token, id, ...(body && { body }) })

const list = async (collection: CollectionName, query: Record<string, string> = {}) =>
  (await ask(api.content.list, { token: editor.token, collection, query })).body

test.each(collectionNames.filter((name) => name !== 'notices'))(
  'the seed of %s is published, complete and without problems',
  async (collection) => {
    const items = await list(collection)
    expect(items.length).toBeGreaterThan(0)
    for (const { slug, published, draft, updatedBy, problems } of items) {
      expect([slug, problems]).toEqual([slug, []])
      expect([slug, isComplete({ collection, slug }, published)]).toEqual([slug, true])
      expect(draft).toEqual(published)
      expect(updatedBy).toBeNull()
    }
  },
)

test('a draft may be incomplete, says what is missing, and cannot be published', async () => {
  const draft = await newEvent({ title: 'Tamasha', description: '[x](javascript:alert)' })
  expect(draft).toMatchObject({ name: 'Tamasha', published: null, updatedBy: by })
  expect(draft.problems.map(({ field }: { field: string }) => field)).toEqual([
    'description',
    'date',
    'time',
    'location',
    'capacity',
    'image',
  ])

  const { status, body } = await call('publish', draft._id)
  expect(status).toBe(422)
  expect(body.message).toMatch(/^This cannot be published yet\. Description: The link javascript:/)
  expect(body.fields).toMatchObject({ date: 'This is missing.' })
  expect((await call('get', draft._id)).body).toEqual(draft)
})

test('a published item stays public while its draft is edited', async () => {
  const { _id, slug } = await newEvent()
  const { body: published } = await call('publish', _id)
  expect(published).toMatchObject({ slug, published: published.draft, scheduled: null })

  const draft = { ...event, title: 'Another title' }
  const { body: edited } = await call('update', _id, { draft, updatedAt: published.updatedAt })
  expect([edited.draft.title, edited.published.title]).toEqual(['Another title', event.title])

  const { body: again } = await call('publish', _id, {})
  expect(again.published.title).toBe('Another title')
  const { body: hidden } = await call('hide', _id)
  expect(hidden).toMatchObject({ published: null, publishedAt: null, draft: again.draft })
})

test('a scheduled draft leaves what is public as it is until its time', async () => {
  const { _id } = await newEvent()
  await call('publish', _id)
  await call('update', _id, { draft: { ...event, title: 'Later' } })
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const { body } = await call('publish', _id, { publishAt })

  expect(body).toMatchObject({ publishAt, hideAt: null })
  expect([body.published.title, body.scheduled.title]).toEqual([event.title, 'Later'])
  await db
    .updateTable('content')
    .set({ publishAt: new Date(Date.now() - 1000).toISOString() })
    .where('_id', '=', _id)
    .execute()
  const { body: due } = await call('get', _id)
  expect([due.published.title, due.scheduled]).toEqual(['Later', null])
})

test('an item cannot be hidden before it appears', async () => {
  const { _id } = await newEvent()
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  for (const body of [
    { hideAt: at(-1) },
    { publishAt: at(2), hideAt: at(1) },
    { publishAt: at(2), hideAt: at(2) },
  ]) {
    const answer = await call('publish', _id, body)
    expect([answer.status, answer.body.fields]).toEqual([
      422,
      { hideAt: 'Choose a time to hide it that is after it appears.' },
    ])
  }
})

test('an item is hidden at a time without publishing its draft', async () => {
  const { _id } = await newEvent()
  await call('publish', _id)
  await call('update', _id, { draft: { ...event, title: 'Not yet' } })
  const hideAt = new Date(Date.now() + 3_600_000).toISOString()
  const { body } = await call('hide', _id, { hideAt })
  expect([body.hideAt, body.published.title, body.draft.title]).toEqual([
    hideAt,
    event.title,
    'Not yet',
  ])

  const past = { hideAt: new Date(Date.now() - 1000).toISOString() }
  await db.updateTable('content').set(past).where('_id', '=', _id).execute()
  const { body: hidden } = await call('hide', _id, { hideAt })
  expect(hidden, 'a hidden item does not come back').toMatchObject(past)
})

test('a scheduled item cannot be hidden before it appears', async () => {
  const { _id } = await newEvent()
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await call('publish', _id, { publishAt: at(2) })
  const { status, body } = await call('hide', _id, { hideAt: at(1) })
  expect([status, Object.keys(body.fields)]).toEqual([422, ['hideAt']])
})

test('two items of a collection cannot have one address', async () => {
  const { slug } = await newEvent()
  const message = 'There is an event with this address already.'
  const body = { slug, draft: { title: 'x' } }
  const second = await ask(api.content.create, { token, body })
  expect([second.status, second.body]).toMatchObject([409, { message, fields: { slug: message } }])
  const other = { quote: 'Karibu' }
  const elsewhere = { token, collection: 'testimonials', body: { slug, draft: other } } as const
  expect((await ask(api.content.create, elsewhere)).status).toBe(201)
})

test.each(['Coast', 'coast tech', '-coast', 'coast--tech', 'ä', 'x'.repeat(81), '../x', ''])(
  'the address %j is refused',
  async (slug) => {
    const { status, body } = await ask(api.content.create, { token, body: { slug, draft: event } })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['slug']])
  },
)

test('wrong fields are refused by name', async () => {
  const draft = { ...event, capacity: -1, date: 'tomorrow', nonsense: true }
  const { status, body } = await ask(api.content.create, { token, body: { slug: 'wrong', draft } })
  expect(status).toBe(422)
  expect(body.fields).toEqual({
    capacity: 'Use a whole number from 1 to 100,000',
    date: 'Enter a real date, like 2004-03-27',
    draft: 'Use only the fields of this collection',
  })
})

test.each(['update', 'publish', 'hide', 'restore'] as const)(
  '%s of what somebody else has just changed is a conflict',
  async (name) => {
    const opened = await newEvent()
    const { _id: id, updatedAt } = opened
    const theirs = { ...event, title: 'Theirs' }
    await ask(api.content.update, { token, id, body: { draft: theirs, updatedAt } })
    const mine = { draft: { ...event, title: 'Mine' }, version: 1, updatedAt }
    const { status, body } = await call(name, id, mine)

    expect(status).toBe(409)
    expect(body.message).toBe(
      'Somebody else has changed this event since you opened it. Nothing was overwritten.',
    )
    expect(body.current.draft.title).toBe('Theirs')
    expect((await call('get', id)).body).toEqual(body.current)
  },
)

test('of ten concurrent saves, one succeeds', async () => {
  const { _id, updatedAt } = await newEvent()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      call('update', _id, { draft: { ...event, title: `Title ${index}` }, updatedAt }),
    ),
  )
  const saved = answers.filter(({ status }) => status === 200)
  const late = answers.filter(({ status }) => status === 409)
  expect([saved.length, late.length]).toEqual([1, 9])
})

test('the last 50 versions can be restored', async () => {
  const { _id } = await newEvent()
  for (let number = 2; number <= 60; number++) {
    await call('update', _id, { draft: { ...event, title: `Title ${number}` } })
    if (number === 30) await call('publish', _id)
  }
  const { body: versions } = await call('versions', _id)
  expect(versions).toHaveLength(50)
  expect(versions[0]).toMatchObject({
    version: 60,
    updatedBy: by,
    published: false,
    fields: ['title'],
    draft: { title: 'Title 60' },
  })
  expect(versions.filter(({ published }: { published: boolean }) => published)).toMatchObject([
    { version: 30 },
  ])

  const { body: restored } = await call('restore', _id, { version: 11 })
  expect([restored.draft.title, restored.published.title]).toEqual(['Title 11', 'Title 30'])
  expect((await call('versions', _id)).body[0]).toMatchObject({ version: 61 })
  expect((await call('restore', _id, { version: 3 })).status).toBe(404)
})

test('an item can be moved within its collection', async () => {
  const slugs = async () => (await list('team')).map(({ slug }: { slug: string }) => slug)
  const [first, second, ...others] = await slugs()
  const [, item] = await list('team')
  const move = (position: number) =>
    ask(api.content.update, {
      token,
      collection: 'team',
      id: item._id,
      body: { draft: item.draft, position },
    })
  expect((await move(1)).body.position).toBe(1)
  expect(await slugs()).toEqual([second, first, ...others])
  await move(1000)
  expect(await slugs()).toEqual([first, ...others, second])
})

test('a list is searched, sorted and paged', async () => {
  const found = await list('jobs', { q: 'grants OFFICER' })
  expect(found.map(({ slug }: { slug: string }) => slug)).toEqual(['finance-director'])
  const names = (await list('team', { sort: '-name', limit: '3' })).map(
    ({ name }: { name: string }) => name,
  )
  expect(names).toEqual(['Zuhura Mfano', 'Salim Sampuli', 'Neema Kielelezo'])
})

test('an item is found only in its own collection', async () => {
  const { _id: id } = await newEvent()
  for (const name of ['get', 'publish', 'hide', 'versions', 'remove'] as const) {
    const { status } = await ask(api.content[name], { token, collection: 'jobs', id })
    expect([name, status]).toEqual([name, 404])
  }
  expect((await call('get', id)).status).toBe(200)
})

test('a deleted item is gone with its versions, and its address is free', async () => {
  const { _id, slug } = await newEvent()
  const { body } = await call('remove', _id)
  expect(body).toEqual({ message: 'Event deleted successfully' })
  expect((await call('get', _id)).status).toBe(404)
  expect((await call('versions', _id)).status).toBe(404)
  expect((await ask(api.content.create, { token, body: { slug, draft: event } })).status).toBe(201)
})

test('every change is in the history with its user and the names of fields', async () => {
  const { _id } = await newEvent()
  await call('update', _id, { draft: { ...event, title: 'Ngoma', time: '10 am' } })
  await call('publish', _id)
  await call('restore', _id, { version: 1 })
  await call('hide', _id)
  const query = { record: _id }
  const { body: entries } = await ask(api.history, { token, query })
  const seen = entries
    .toReversed()
    .map((entry: Record<string, unknown>) => [entry['action'], entry['fields']])
  expect(seen).toEqual([
    ['create', null],
    ['change', ['title', 'time']],
    ['publish', null],
    ['restore', ['title', 'time']],
    ['hide', null],
  ])
  expect(entries[0]).toMatchObject({
    user: by,
    entity: 'content',
    record: { _id, name: event.title },
  })
  const found = await ask(api.history, { token, query: { q: event.title, entity: 'content' } })
  expect(found.body.length).toBeGreaterThanOrEqual(5)
})

test('the last administrator cannot become an editor', async () => {
  const { body: me } = await ask(api.auth.me, { token })
  const { _id: id, name, email } = me.user
  const { status } = await ask(api.users.update, {
    token,
    id,
    body: { name, email, role: 'editor' },
  })
  expect(status).toBe(409)
})
