import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { ContentFile } from '../../contract/content/calls.ts'
import { contentReader } from '../../server/services/content/content-reader.ts'
import { startApi } from '../support/api.ts'
import { event } from '../support/content.ts'

const [trial, real] = [await startApi(), await startApi()]
type Site = typeof trial

const exported = async ({ ask, token }: Site) =>
  (await ask(api.content.export, { token })).body as ContentFile
const load = ({ ask, token }: Site, body: object) => ask(api.content.import, { token, body })
const shown = async ({ db }: Site) => (await contentReader(db).read()).items

test('an exported file makes another site equal', async () => {
  const { ask, token } = trial
  const create = { token, body: { slug: 'ngoma-night', draft: event } }
  const { body: added } = await ask(api.content.create, create)
  await ask(api.content.publish, { token, id: added._id })
  const [first] = (await ask(api.content.list, { token })).body
  await ask(api.content.remove, { token, id: first._id })
  const headers = (await ask(api.content.export, { token })).headers
  expect(headers['content-disposition']).toMatch(/^attachment; filename="content_\d+_\d+\.json"/)

  const file = await exported(trial)
  const { status, body } = await load(real, file)
  expect([status, body.counts]).toMatchObject([200, { new: 1, hidden: 1 }])
  const withoutTimes = (items: object) =>
    JSON.stringify(items).replaceAll(/"publishedAt":"[^"]+"/g, '')
  expect(withoutTimes(await shown(real))).toBe(withoutTimes(await shown(trial)))

  const again = await load(real, file)
  expect(again.body.counts).toEqual({
    new: 0,
    changed: 0,
    hidden: 0,
    unchanged: file.items.length,
  })
  // The item that is not in the file is still there, as a draft.
  const { body: items } = await real.ask(api.content.list, { token: real.token })
  const left = items.find(({ slug }: { slug: string }) => slug === first.slug)
  expect(left).toMatchObject({ published: null, draft: first.draft })
})

test('the file says what follows after a date, and rows from before a field are unchanged', async () => {
  const file = await exported(real)
  const job = file.items.find(({ collection }) => collection === 'jobs')!
  expect([job.draft['afterDate'], job.published?.['afterDate']]).toEqual(['keep', 'keep'])
  const { employmentType: _, ...old } = job.draft
  const fields = JSON.stringify(old)
  await real.db
    .updateTable('content')
    .set({ draft: fields, published: fields })
    .where('collection', '=', 'jobs')
    .execute()
  const { body } = await load(real, file)
  expect(body.counts).toMatchObject({ changed: 0, unchanged: file.items.length })
})

test.each<[string, RegExp, (item: ContentFile['items'][number]) => object[]]>([
  ['is there twice', /events\/\S+: It is in the file twice\.$/, (item) => [item, item]],
  [
    'is published without a title',
    /events\/\S+: Title: This is missing\.$/,
    (item) => [{ ...item, published: { ...item.published, title: null } }],
  ],
  [
    'has a wrong draft',
    /events\/\S+: Please check: capacity: /,
    (item) => [{ ...item, draft: { capacity: 'many' } }],
  ],
  [
    'has a script as link',
    /events\/\S+: Description: The link javascript:x leads nowhere/,
    (item) => [{ ...item, published: { ...item.published, description: '[a](javascript:x)' } }],
  ],
  [
    'is scheduled without a time',
    /events\/\S+: It has no time to appear\.$/,
    (item) => [{ ...item, scheduled: item.published }],
  ],
])('a file in which an item %s changes nothing', async (_what, sentence, change) => {
  const file = await exported(real)
  const before = await shown(real)
  const [first, ...others] = file.items
  const { status, body } = await load(real, { ...file, items: [...others, ...change(first!)] })

  expect([status, body.message]).toEqual([422, expect.stringMatching(sentence)])
  expect(body.message).toMatch(/^Nothing was imported\. /)
  expect(await shown(real)).toEqual(before)
  expect(await exported(real)).toEqual(file)
})

test.each([
  {},
  { format: 2, items: [] },
  { format: 1, items: [] },
  { format: 1, items: [{}] },
  { format: 1, items: [{ collection: 'cats', slug: 'x', draft: {} }] },
])('%j is no file of content', async (body) => {
  const answer = await load(real, body)
  expect(answer.status).toBe(422)
  expect(answer.text).not.toContain('Invalid input')
})
