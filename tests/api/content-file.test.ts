import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { ContentFile } from '../../contract/content/calls.ts'
import type { MessageKind } from '../../contract/message/message.ts'
import { contentReader } from '../../server/services/content/content-reader.ts'
import { addUser, choicesOf, startApi } from '../support/api.ts'
import { event } from '../support/content.ts'
import { intakeActors } from '../support/intakes.ts'

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

test('message texts travel with the content, and only administrators may take them along', async () => {
  const texts = api.messageTemplates
  const text = { subject: 'Karibu {reference}', body: 'Welcome!\n\n{link}', sms: 'come: {link}' }
  const save = (site: Site, kind: MessageKind, more: object = {}) =>
    site.ask(texts.save, { token: site.token, kind, body: { ...text, ...more } })
  const choices = await choicesOf(trial.ask)
  const { _id: intake } = await intakeActors(trial.ask, trial.token, choices).create(1)
  await save(trial, 'accepted')
  await save(trial, 'revoked', { intake })
  await save(real, 'undeclined')
  const file = await exported(trial)
  expect(file.messageTexts).toMatchObject([
    { kind: 'accepted', language: 'en', intake: null, ...text },
    { kind: 'revoked', language: 'en', intake: expect.stringMatching(/^Intake /), ...text },
  ])

  const editor = await addUser(real.ask, real.token, 'editor')
  const asEditor = await real.ask(api.content.import, { token: editor.token, body: file })
  expect([asEditor.status, asEditor.body.messageTexts]).toEqual([200, null])
  const { body: own } = await real.ask(api.content.export, { token: editor.token })
  expect(own.messageTexts).toBeUndefined()

  const wrong = [{ ...file.messageTexts![0]!, body: 'no link' }]
  const refused = await load(real, { ...file, messageTexts: wrong })
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Nothing was imported. The message text “Accepted, English”: Please check: body: {link} is missing: people need it to go on',
  ])
  const { body } = await load(real, file)
  expect(body).toMatchObject({ messageTexts: { changed: 2, left: 1 } })
  expect(body.message).toMatch(/2 message texts changed, 1 of intakes that do not exist here left/)
  expect((await exported(real)).messageTexts).toEqual([file.messageTexts![0]])
  const { messageTexts: _, ...older } = file
  await load(real, older)
  expect((await exported(real)).messageTexts).toHaveLength(1)
})
