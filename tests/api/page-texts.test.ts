import { afterAll, expect, test, vi } from 'vitest'

import { publicPaths } from '../../content/paths.ts'
import { api } from '../../contract/api.ts'
import type { ContentFile } from '../../contract/content/calls.ts'
import { pageTexts, type PageTextName } from '../../contract/content/page-texts.ts'
import { languages, pathIn, statusPath } from '../../contract/language/languages.ts'
import { prepareDatabase } from '../../server/database/open.ts'
import { firstTexts } from '../../server/database/first-texts.ts'
import { contentReader } from '../../server/services/content/content-reader.ts'
import { ownText } from '../../server/services/messages/email-templates.ts'
import { startApi } from '../support/api.ts'

vi.setConfig({ testTimeout: 120_000 }) // each page is compressed at its first request

const { app, ask, token, db, engine } = await startApi({}, { pages: 'build' })
const collection = 'page-texts'

afterAll(() => app.close())

const list = async () => (await ask(api.content.list, { token, collection, query: {} })).body
const find = async (slug: PageTextName) =>
  (await list()).find((item: { slug: string }) => item.slug === slug)

async function save(slug: PageTextName, changes: object) {
  const { _id: id, draft } = await find(slug)
  return ask(api.content.update, {
    token,
    collection,
    id,
    body: { draft: { ...draft, ...changes } },
  })
}

async function publish(slug: PageTextName, changes: object) {
  expect(await save(slug, changes)).toMatchObject({ status: 200 })
  const { _id: id } = await find(slug)
  return ask(api.content.publish, { token, collection, id })
}

const textOf = async (url: string) => (await app.inject({ url })).body

/** Pages that are rendered for each visitor. */
const visitorPages = ['status', 'success', 'document'].flatMap((page) =>
  languages.map((language) => pathIn(language, `/industrial-attachment/${page}`)),
)

test('each page has an item with its first texts, in the order of the form', async () => {
  const items = await list()
  expect(items.map(({ slug }: { slug: string }) => slug)).toEqual(Object.keys(pageTexts))
  expect(items[0]).toMatchObject({ slug: 'contact', name: 'Contact details', problems: [] })
  for (const { slug, draft, published } of items) {
    expect([slug, published]).toEqual([slug, draft])
    expect(published).toMatchObject(firstTexts[slug as PageTextName])
  }
})

test('a new telephone number, address, e-mail address and profile stand everywhere, the old ones nowhere', async () => {
  const paths = [...publicPaths, ...visitorPages, '/nowhere']
  const before = firstTexts.contact
  const old = [
    before.phone,
    'tel:+254700000000',
    before.email,
    before.hrEmail,
    before.address[0]!,
    before.facebook!,
    'youtube.example',
    before.tagline,
  ]
  const shown = await Promise.all(paths.map(textOf))
  expect(old.filter((text) => !shown.some((page) => page.includes(text)))).toEqual([])

  const contact = {
    phone: '0722 111 222',
    email: 'new@foundation.example',
    hrEmail: 'jobs@foundation.example',
    address: ['Coral House, New Town', 'Kilifi, Kenya'],
    facebook: 'https://facebook.example/new',
    youtube: null,
    tagline: 'A new line.',
    tagline_sw: 'Mstari mpya.',
  }
  expect(await publish('contact', contact)).toMatchObject({ status: 200 })
  for (const path of paths) {
    const page = await textOf(path)
    expect([path, old.filter((text) => page.includes(text))]).toEqual([path, []])
    const tagline = path.startsWith('/sw') ? 'Mstari mpya.' : 'A new line.'
    const now = ['0722 111 222', 'tel:+254722111222', 'mailto:new@foundation.example', tagline]
    expect([path, now.filter((text) => !page.includes(text))]).toEqual([path, []])
  }
  expect(await textOf('/')).toMatch(/"telephone":"0722 111 222".*"streetAddress":"Coral House/s)
  expect(await textOf('/career/finance-director')).toContain('mailto:jobs@foundation.example')
  expect(await textOf('/terms')).toContain('Coral House, New Town, Kilifi, Kenya')
})

test('messages name the new contacts', async () => {
  const body = { kind: 'received', language: 'en', intake: null, ...ownText('en', 'received') }
  const { text } = (await ask(api.messageTemplates.preview, { token, body })).body
  expect(text).toContain('new@foundation.example\n0722 111 222')
  expect(text).not.toContain(firstTexts.contact.phone)
})

test('each text of each page is shown there', async () => {
  const file = (await ask(api.content.export, { token })).body as ContentFile
  const before: Record<string, string> = {}
  const words: Record<string, string[]> = {}
  for (const item of file.items.filter((one) => one.collection === collection)) {
    const { path, fields: declared } = pageTexts[item.slug as PageTextName]
    before[item.slug] = await textOf(path)
    const fields: Record<string, { kind: string; max?: number }> = declared
    const changed = Object.entries(fields).filter(([, { kind }]) =>
      ['line', 'text', 'list', 'entries'].includes(kind),
    )
    const own = changed.map(([key]) => `New${item.slug}${key}`.replaceAll(/[^A-Za-z0-9]/g, ''))
    const values = changed.map(([key, { kind, max = 0 }], index) => {
      if (kind === 'list') return [key, [own[index]]]
      if (kind === 'entries') return [key, [{ title: own[index], text: `About ${own[index]}` }]]
      return [key, kind === 'line' && max < 40 ? '12' : own[index]]
    })
    item.published = { ...item.published, ...Object.fromEntries(values) }
    words[item.slug] = own
  }
  expect(await ask(api.content.import, { token, body: file })).toMatchObject({ status: 200 })
  for (const [name, { path }] of Object.entries(pageTexts)) {
    const page = await textOf(path)
    const lost = words[name]!.filter(
      (word) => !before[name]!.includes(word) && !page.includes(word),
    )
    expect([name, lost.filter((word) => !/paybill|till/.test(word))]).toEqual([name, []])
  }
})

test('a required text cannot be cleared, an optional one vanishes', async () => {
  const refused = await publish('home', { mission: null })
  expect([refused.status, refused.body.fields]).toEqual([422, { mission: 'This is missing.' }])
  expect(await textOf('/')).toContain('Newhomemission')
  expect(await save('home', { mission: 'To empower.' })).toMatchObject({ status: 200 })

  expect(await textOf('/contact')).toContain('NewcontactcallHours')
  await publish('contact', { callHours: null })
  expect(await textOf('/contact')).not.toContain('NewcontactcallHours')
})

test('page texts in Kiswahili stand on the Kiswahili pages; without them the English ones', async () => {
  const landing = '/industrial-attachment'
  await publish('attachment', { lead: 'Come and learn.', lead_sw: 'Njoo ujifunze.' })
  expect(await textOf(`/sw${landing}`)).toContain('Njoo ujifunze.')
  expect(await textOf(landing)).toContain('Come and learn.')
  await publish('attachment', { lead_sw: null })
  expect(await textOf(`/sw${landing}`)).toContain('Come and learn.')
  expect(await textOf(pathIn('sw', statusPath))).toContain('Mstari mpya.')
})

test('page texts cannot be added, deleted or hidden', async () => {
  const { _id: id, draft } = await find('home')
  const create = { token, collection, body: { slug: 'more', draft } } as const
  const answers = [
    await ask(api.content.create, create),
    await ask(api.content.remove, { token, collection, id }),
    await ask(api.content.hide, { token, collection, id }),
    await ask(api.content.publish, {
      token,
      collection,
      id,
      body: { hideAt: '2100-01-01T00:00:00Z' },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409])
})

test('an import takes page texts, keeps those that its file lacks, and refuses others', async () => {
  const file = (await ask(api.content.export, { token })).body as ContentFile
  const load = (body: object) => ask(api.content.import, { token, body })
  const isText = (item: ContentFile['items'][number]) => item.collection === collection
  const older = { ...file, items: file.items.filter((item) => !isText(item)) }
  expect((await load(older)).body.counts).toMatchObject({ changed: 0, new: 0, hidden: 0 })
  expect(await textOf('/about')).toContain('Newaboutstory')

  const texts = file.items.filter(isText)
  const first = texts.map((item) => ({ ...item, published: firstTexts[item.slug as PageTextName] }))
  expect(await load({ ...file, items: [...older.items, ...first] })).toMatchObject({ status: 200 })
  expect(await textOf('/about')).toContain('It began with a broken laptop')
  const strange = { ...texts[0]!, slug: 'more' }
  expect(await load({ ...file, items: [...file.items, strange] })).toMatchObject({
    status: 422,
    body: { message: 'Nothing was imported. page-texts/more: No page has these texts.' },
  })
})

test('a missing item comes back with the next start, and a newer field has our text', async () => {
  await db.deleteFrom('content').where('slug', '=', 'giving').execute()
  const { title, ...old } = firstTexts.team
  await db
    .updateTable('content')
    .set({ published: JSON.stringify(old) })
    .where('collection', '=', collection)
    .where('slug', '=', 'team')
    .execute()
  await prepareDatabase(db, engine)
  expect((await list()).map(({ slug }: { slug: string }) => slug).sort()).toEqual(
    Object.keys(pageTexts).sort(),
  )
  const { items } = await contentReader(db).read()
  expect(items[collection].find(({ slug }) => slug === 'team')?.title).toBe(title)
})

test('staff read that nobody can pay until a Paybill is published', async () => {
  const counts = async () => (await ask(api.content.counts, { token })).body
  expect(await counts()).toMatchObject({ isGivingEmpty: true })
  const empty = await textOf('/donate')
  expect(empty).toMatch(/Call us or write to us.*href="tel:.*href="mailto:/s)
  expect(empty).not.toMatch(/Paybill|wa\.me|KSh/)

  const steps = ['Dial *334#', 'Choose M-Pesa Ratiba']
  const giving = { paybill: '123456', account: 'GIFT', standingOrder: steps, rate: 129 }
  await publish('giving', { ...giving, whatsapp: '0722 111 222' })
  expect(await counts()).toMatchObject({ isGivingEmpty: false })
  const filled = await textOf('/donate')
  expect(filled).toMatch(/123456.*GIFT.*<ol[^>]*><li>Dial \*334#<\/li><li>Choose M-Pesa Ratiba/s)
  expect(filled).toContain('href="https://wa.me/254722111222?text=I%20would%20like%20to%20give')
  expect(filled).toMatch(/\$50.{0,90}about KSh.{0,20}6,450/)
})
