import { randomBytes, randomUUID } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

import { publicPaths } from '../../content/paths.ts'
import { api } from '../../contract/api.ts'
import type { CollectionName } from '../../contract/content/collections.ts'
import { buildApp } from '../../server/app.ts'
import { openDatabase } from '../../server/database/open.ts'
import { deleteUnusedPictures } from '../../server/services/content/pictures.ts'
import { readSettings } from '../../server/settings.ts'
import { addUser, startApi } from '../support/api.ts'
import { event, setAfterDate } from '../support/content.ts'
import { classesWithoutRule } from '../support/page-classes.ts'
import { locationOf } from '../support/server.ts'

vi.setConfig({ testTimeout: 60_000 }) // each page is compressed at its first request

const clock = { now: 0 }
const parts = { pages: 'build', clock: () => clock.now }
const { app, ask, token, db, variables } = await startApi({}, parts)
const other = await startOther()

beforeEach(() => {
  clock.now = Date.parse('2025-05-01T00:00:00Z')
})

test.each(['2025-05-01', '2026-11-20', '2031-06-01'])(
  'on %s a new installation shows the events, the job and the call of the specification',
  async (day) => {
    clock.now = Date.parse(day)
    const events = await textOf('/events')
    expect(events).toMatch(/Upcoming events.*May 15, 2025.*June 8, 2025.*July 22, 2025/s)
    expect(events.match(/>Register Now</g)).toHaveLength(3)
    expect(events).toMatch(/View All Events.*Inquire About Venue Booking/s)
    expect(events).not.toContain('Past events')
    const job = await textOf('/career/finance-director')
    expect(job).toContain('"@type":"JobPosting"')
    expect(job).toContain('"validThrough":"2025-11-14T23:59:59+03:00"')
    expect(job, 'the specification does not say it').not.toContain('employmentType')
    expect(job).toMatch(/target="_blank"[^>]*>Apply Now/)
    expect(job).toContain('?subject=Application%20-%20Finance%20Director"')
    const careers = await textOf('/careers')
    expect(careers).toMatch(/Open positions.*Finance Director/s)
    expect(careers).not.toContain('Closed positions')
    const subject = encodeURIComponent('Application - Baseline Study for Vijana 2 Thrive')
    const calls = await textOf('/terms-of-reference')
    expect(calls).toMatch(/bg-leaf[^>]*>Open<.*Apply Now/s)
    expect(calls).toContain(`?subject=${subject}"`)
    expect(await textOf('/terms-of-reference/vijana-2-thrive')).toContain('Apply Now')
  },
)

test('past events, closed jobs and closed calls say so, and leave the structured data', async () => {
  await setAfterDate(db, 'move')
  await textOf('/events')
  clock.now = Date.parse('2025-06-09T00:00:00Z')
  const events = await textOf('/events')
  expect(events).toMatch(/Upcoming events.*July 22, 2025.*Past events.*June 8, 2025.*May 15, 2025/s)
  expect(events.match(/>Register Now</g)).toHaveLength(1)

  clock.now = Date.parse('2026-01-01T00:00:00Z')
  expect(await textOf('/events')).toContain('No events planned yet.')
  const job = await textOf('/career/finance-director')
  expect(job).toContain('This position is closed.')
  expect(job).not.toContain('JobPosting')
  expect(job).not.toContain('Apply Now')
  expect(await textOf('/careers')).toMatch(
    /No position is open.*Closed positions.*Finance Director/s,
  )
  expect(await textOf('/terms-of-reference')).toMatch(/>Closed</)
  await setAfterDate(db, 'keep')
  expect(await textOf('/terms-of-reference')).not.toMatch(/>Closed</)
})

test('published items that are kept past their date are counted', async () => {
  clock.now = Date.parse('2025-06-09T00:00:00Z')
  await setAfterDate(db, 'keep') // the reader forgets later days
  const kept = async () => (await ask(api.content.counts, { token })).body.kept
  expect(await kept()).toMatchObject({ events: 2, jobs: 0, consultancies: 0, notices: 0 })
  clock.now = Date.parse('2026-01-01T00:00:00Z')
  expect(await kept()).toMatchObject({ events: 3, jobs: 1, consultancies: 1, notices: 0 })
  const { body: jobs } = await ask(api.content.list, { token, collection: 'jobs' })
  const job = { collection: 'jobs' as const, id: jobs[0]._id }
  await ask(api.content.hide, { token, ...job })
  expect(await kept()).toMatchObject({ jobs: 0 })
  await publish(job)
})

test('pages of all processes change before the call is answered', async () => {
  const item = await createItem({ ...event, title: 'Version 0' })
  for (let round = 1; round <= 3; round++) {
    await ask(api.content.update, {
      token,
      ...item,
      body: { draft: { ...event, title: `Version ${round}` } },
    })
    expect(await textOf('/events')).not.toContain(`Version ${round}<`)
    expect((await publish(item)).status).toBe(200)
    for (const one of [app, other]) {
      const { body, headers } = await one.inject('/events')
      expect(body).toContain(`Version ${round}<`)
      expect(body).not.toContain(`Version ${round - 1}<`)
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) })
    }
  }
  const { etag } = (await app.inject('/events')).headers
  const headers = { 'if-none-match': String(etag) }
  expect((await app.inject({ url: '/events', headers })).statusCode).toBe(304)
  await ask(api.content.hide, { token, ...item })
  for (const one of [app, other]) {
    expect((await one.inject('/events')).body).not.toContain('Version 3')
  }
})

test('a change of one collection leaves other pages as they are', async () => {
  const { etag } = (await app.inject('/team')).headers
  const item = await createItem(event)
  await publish(item)
  expect((await app.inject('/team')).headers.etag).toBe(etag)
  await ask(api.content.remove, { token, ...item })
})

test('a job has a page, a place in the sitemap and structured data while it is public', async () => {
  const { body: jobs } = await ask(api.content.list, { token, collection: 'jobs' })
  const draft = {
    ...jobs[0].draft,
    title: 'Cook',
    deadline: '2100-01-01',
    about: '**Bold** <i>x</i>',
    employmentType: 'PART_TIME',
  }
  const item = await createItem(draft, 'jobs', 'cook')
  expect((await app.inject('/career/cook')).statusCode).toBe(404)
  await publish(item)
  const page = await textOf('/career/cook')
  expect(page).toContain('<b>Bold</b> &lt;i&gt;x&lt;/i&gt;')
  expect(page).toContain('"validThrough":"2100-01-01T23:59:59+03:00"')
  expect(page).toContain('"employmentType":"PART_TIME"')
  expect(await textOf('/sitemap.xml')).toContain('/career/cook</loc>')
  await ask(api.content.hide, { token, ...item })
  expect((await app.inject('/career/cook')).statusCode).toBe(404)
  expect(await textOf('/sitemap.xml')).not.toContain('/career/cook')
})

test('a call for consultants has a page of its own', async () => {
  const { body: calls } = await ask(api.content.list, { token, collection: 'consultancies' })
  const draft = { ...calls[0].draft, title: 'Evaluation', fullDescription: 'All of it' }
  await publish(await createItem(draft, 'consultancies', 'evaluation'))
  expect(await textOf('/terms-of-reference')).toContain('href="/terms-of-reference/evaluation"')
  expect(await textOf('/terms-of-reference/evaluation')).toContain('All of it')
  expect((await app.inject('/terms-of-reference/nothing')).statusCode).toBe(404)
})

test('a draft that makes a page too large is not published', async () => {
  const made: Awaited<ReturnType<typeof createItem>>[] = []
  const refused = await vi.waitUntil(
    async () => {
      const description = randomBytes(480).toString('hex')
      const item = await createItem({
        ...event,
        title: `Large ${description.slice(0, 8)}`,
        description,
      })
      made.push(item)
      const { status, body } = await publish(item)
      return status === 422 && { item, body, description }
    },
    { timeout: 50_000, interval: 1 },
  )
  expect(refused.body.message).toMatch(
    /^This cannot be published: the page \/events would have 14\.\d KB, and may have 14\.0 KB/,
  )
  expect(await textOf('/events')).not.toContain(refused.description)
  const { body } = await ask(api.content.get, { token, ...refused.item })
  expect(body.published).toBeNull()
  for (const item of made) await ask(api.content.remove, { token, ...item })
})

test('a page has the styles of everything that staff may write', async () => {
  const description = 'First\n- **A** [link](/contact)\n- more'
  const item = await createItem({ ...event, lastDay: '2100-12-03', description })
  await publish(item)
  for (const time of ['2025-05-01', '2101-01-01']) {
    clock.now = Date.parse(time)
    const page = await textOf('/events')
    expect(page).toContain('marker:text-coral-500')
    expect(classesWithoutRule(page)).toEqual([])
  }
  await ask(api.content.remove, { token, ...item })
})

test.each([...publicPaths, '/industrial-attachment/status', '/verify'])(
  '%s has a style for each of its classes',
  async (path) => {
    const page = await textOf(path)
    expect(page).toContain(' class="')
    expect(classesWithoutRule(page)).toEqual([])
  },
)

test('a notice stands on top of every page, in its language', async () => {
  const draft = {
    text: 'Closed on **Monday**',
    text_sw: 'Tumefunga Jumatatu',
    from: '2025-05-01',
    until: '2025-05-02',
    tone: 'warning',
  }
  const paths = ['/', '/about', '/industrial-attachment/apply', '/industrial-attachment/status']
  const before = await Promise.all(paths.map(textOf))
  await publish(await createItem(draft, 'notices'))
  for (const path of paths) {
    const notice = '<p data-tone="warning">Closed on <b>Monday</b></p>'
    expect([path, await textOf(path)]).toEqual([path, expect.stringContaining(notice)])
  }
  expect(await textOf('/sw/industrial-attachment')).toContain('Tumefunga Jumatatu')
  clock.now = Date.parse('2025-05-02T21:00:00Z')
  for (const [i, path] of paths.slice(0, 2).entries()) expect(await textOf(path)).toBe(before[i])
  expect(before.join()).not.toContain('site-notices--')
})

test('a preview shows drafts to editors only, and is not stored', async () => {
  const item = await createItem({ ...event, title: 'Only a draft' })
  const url = '/events?draft=1'
  const user = await addUser(ask, token)
  const editor = await addUser(ask, token, 'editor')
  const bearer = (of: string) => ({ authorization: `Bearer ${of}` })
  for (const headers of [{}, bearer(user.token), bearer('x'), { cookie: 'preview=x' }]) {
    expect((await app.inject({ url, headers })).body).not.toContain('Only a draft')
  }
  const { headers: handed } = await ask(api.content.preview, { token: editor.token })
  const handover = String(handed['set-cookie'])
  expect(handover).toMatch(/; HttpOnly; SameSite=Strict$/)
  for (const headers of [bearer(editor.token), { cookie: handover.split(';')[0]! }]) {
    const answer = await app.inject({ url, headers })
    expect(answer.body).toContain('Only a draft')
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
    })
    expect((await app.inject({ url: '/events', headers })).body).not.toContain('Only a draft')
  }
  await ask(api.auth.logout, { token: editor.token })
  const after = await app.inject({ url, headers: { cookie: handover.split(';')[0]! } })
  expect(after.body).not.toContain('Only a draft')
  await ask(api.content.remove, { token, ...item })
})

test('a picture is cropped to its frame around the focus, and served in two widths', async () => {
  const left = await sharp({
    create: { width: 500, height: 800, channels: 3, background: '#f00' },
  })
    .extend({ right: 1500, background: '#00f' })
    .jpeg()
    .toBuffer()
  for (const [x, colour] of [
    [0, [255, 0, 0]],
    [1, [0, 0, 255]],
  ] as const) {
    const { status, body } = await upload({ bytes: left.toString('base64'), focus: { x, y: 0.5 } })
    expect([status, body]).toEqual([
      201,
      { src: expect.stringMatching(/^\/pictures\/[\da-f-]+\.webp$/), width: 640, height: 400 },
    ])
    for (const [src, width] of [
      [body.src, 640],
      [body.src.replace('.webp', '-half.webp'), 320],
    ]) {
      const answer = await other.inject(src)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': expect.stringContaining('immutable'),
      })
      const { info, data } = await sharp(answer.rawPayload)
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([width, width / 1.6])
      for (const [i, value] of colour.entries()) expect(Math.abs(data[i]! - value)).toBeLessThan(12)
    }
  }
  expect((await app.inject('/pictures/nothing.webp')).statusCode).toBe(404)
})

test.each([
  ['no picture', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['too small', () => plain(100, 100)],
  ['of 100 megapixels', () => plain(10_000, 10_000)],
])('a picture that is %s is refused with a sentence', async (_what, make) => {
  const { status, body } = await upload({
    bytes: (await make()).toString('base64'),
    focus: { x: 0.5, y: 0.5 },
  })
  expect([status, body.fields.bytes]).toEqual([422, expect.stringMatching(/picture/)])
})

test('a JPEG that lacks only its end marker is accepted, half of one is not', async () => {
  const whole = await sharp({
    create: { width: 640, height: 400, channels: 3, background: '#0f0' },
  })
    .jpeg()
    .toBuffer()
  for (const [length, expected] of [
    [whole.length - 2, 201],
    [whole.length / 2, 422],
  ] as const) {
    const bytes = whole.subarray(0, length).toString('base64')
    expect((await upload({ bytes, focus: { x: 0.5, y: 0.5 } })).status).toBe(expected)
  }
})

test('pictures are in the file of all content', async () => {
  const bytes = (await plain(640, 400)).toString('base64')
  const { body: picture } = await upload({ bytes, focus: { x: 0.5, y: 0.5 } })
  await createItem({ ...event, image: { ...picture, alt: 'Green' } })
  const { body: file } = await ask(api.content.export, { token })
  const elsewhere = await startApi({}, { pages: 'build' })
  const { status } = await elsewhere.ask(api.content.import, { token: elsewhere.token, body: file })
  expect(status).toBe(200)
  const [one, same] = await Promise.all([app, elsewhere.app].map((on) => on.inject(picture.src)))
  expect(same!.rawPayload).toEqual(one!.rawPayload)
})

test('a picture that is not stored is neither published nor imported', async () => {
  const src = `/pictures/${randomUUID()}.webp`
  const item = await createItem({ ...event, image: { ...event.image, src } })
  const { status, body } = await publish(item)
  expect([status, body.fields]).toEqual([422, { image: expect.stringContaining('not stored') }])
  const { body: file } = await ask(api.content.export, { token })
  const refused = await ask(api.content.import, { token, body: file })
  expect([refused.status, refused.body.message]).toEqual([
    422,
    `Nothing was imported. The picture ${src} is not in the file.`,
  ])
  await ask(api.content.remove, { token, ...item })
})

test('a file that makes a page too large changes nothing', async () => {
  const { body: file } = await ask(api.content.export, { token })
  const large = Array.from({ length: 30 }, (_, i) => {
    const fields = { ...event, description: randomBytes(480).toString('hex') }
    const times = { scheduled: null, publishAt: null, hideAt: null }
    return { collection: 'events', slug: `l-${i}`, draft: fields, published: fields, ...times }
  })
  const before = await textOf('/events')
  const body = { ...file, items: [...file.items, ...large] }
  const { status, body: refusal } = await ask(api.content.import, { token, body })
  expect([status, refusal.message]).toEqual([422, expect.stringContaining('the page /events')])
  expect(await textOf('/events')).toBe(before)
})

test('pictures that nothing shows are deleted after a day', async () => {
  const bytes = (await plain(640, 400)).toString('base64')
  const [used, unused, recent] = await Promise.all(
    [1, 2, 3].map(async () => (await upload({ bytes, focus: { x: 0.5, y: 0.5 } })).body),
  )
  const item = await createItem({ ...event, image: { ...used, alt: 'Green' } })
  await ask(api.content.update, { token, ...item, body: { draft: event } }) // an older version has it
  await db
    .updateTable('pictures')
    .set({ createdAt: '2025-01-01T00:00:00.000Z' })
    .where('_id', '<>', recent.src.slice('/pictures/'.length, -'.webp'.length))
    .execute()
  await deleteUnusedPictures(db)
  const answers = await Promise.all([used, unused, recent].map(({ src }) => app.inject(src)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 200])
})

/** A second process on the same database. */
async function startOther() {
  const { db: otherDb, engine } = openDatabase(locationOf(variables))
  const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...variables })
  const otherApp = await buildApp({ db: otherDb, engine, settings, ...parts })
  afterAll(async () => {
    await otherApp.close()
    await otherDb.destroy()
  })
  return otherApp
}

async function textOf(path: string) {
  const { statusCode, body } = await app.inject(path)
  expect([path, statusCode]).toEqual([path, 200])
  return body
}

let created = 0

async function createItem(
  draft: object,
  collection: CollectionName = 'events',
  slug = `item-${++created}`,
) {
  const body = { slug, draft }
  const { status, body: item } = await ask(api.content.create, { token, collection, body })
  expect(status).toBe(201)
  return { id: item._id as string, collection }
}

function publish(item: { id: string; collection: CollectionName }) {
  return ask(api.content.publish, { token, ...item, body: {} })
}

function upload(picture: { bytes: string; focus: { x: number; y: number } }) {
  const body = { collection: 'events', field: 'image', ...picture }
  return ask(api.content.uploadPicture, { token, body })
}

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
}
