import { afterAll, expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { buildApp } from '../../server/app.ts'
import { openDatabase } from '../../server/database/open.ts'
import { readSettings } from '../../server/settings.ts'
import { choicesOf, formTo, startApi, submission } from '../support/api.ts'
import { newIntake } from '../support/intakes.ts'
import { locationOf } from '../support/server.ts'
import { classesWithoutRule } from '../support/page-classes.ts'

vi.setConfig({ testTimeout: 60_000 }) // each page is compressed at its first request

const landing = '/industrial-attachment'
const form = `${landing}/apply`

test('without intakes the landing page has its button, and the form names none', async () => {
  const { textOf } = await start()
  expect(await textOf(landing)).toContain('Apply Now')
  expect(await textOf('/')).toMatch(/Apply at any time\..*Apply Now/s)
  expect(await textOf(form)).not.toMatch(/name="intake"|This intake/)
  expect(await textOf(form)).toContain('name="department"')
})

test('the home page, landing page and form change at the minute in which an intake opens and closes', async () => {
  const { textOf, clock, add } = await start('2026-03-01T06:00:00Z')
  const opensAt = '2026-03-02T05:00:00.000Z'
  const closesAt = '2026-03-31T14:30:00.000Z'
  await add({ name: 'May', opensAt, closesAt, startsOn: '2026-05-04', endsOn: '2026-07-31' })

  for (const path of [landing, form]) {
    const text = await textOf(path)
    expect(text).toContain('It opens on 2 March 2026 (tomorrow).')
    expect(text).toContain('4 May 2026 to 31 July 2026')
    expect(text).toContain('Tell me when it opens')
    expect(text).not.toMatch(/Apply Now|name="department"/)
  }
  const next = /May:<\/strong> It opens on 2 March 2026 \(tomorrow\)\..*Tell me when it opens/s
  expect(await textOf('/')).toMatch(next)
  expect(await textOf('/')).not.toContain('Apply Now')
  expect(await textOf(landing)).toContain('Flexible start')
  clock.now = Date.parse(opensAt) - 1
  for (const path of [landing, '/']) {
    expect(await textOf(path)).toContain('It opens today at 08:00 (Kenya time).')
  }

  clock.now = Date.parse(opensAt)
  expect(await textOf('/')).toMatch(
    /May:<\/strong> Apply until 31 March 2026 \(29 days left\)\..*href="\/industrial-attachment\/apply"[^>]*>Apply Now/s,
  )
  expect(await textOf(landing)).toMatch(
    /Apply until 31 March 2026 \(29 days left\)\..*Apply Now.*May is open/s,
  )
  expect(await textOf(form)).toMatch(
    /Apply until 31 March 2026 \(29 days left\)\..*name="department"/s,
  )
  expect(await textOf(form)).toContain('name="intake"')
  expect(await textOf(landing), 'an intake has fixed days').not.toContain('Flexible start')

  clock.now = Date.parse('2026-03-30T20:59:59Z')
  expect(await textOf(landing)).toContain('Apply until 31 March 2026 (1 day left).')
  clock.now = Date.parse('2026-03-30T21:00:00Z')
  expect(await textOf(landing)).toContain('Apply today, until 17:30 (Kenya time).')
  clock.now = Date.parse(closesAt) - 1
  expect(await textOf(form)).toContain('Apply today, until 17:30 (Kenya time).')

  clock.now = Date.parse(closesAt)
  const late = 'you can still send your application until 1 April 2026, 17:30 (Kenya time)'
  expect(await textOf(landing)).toContain(late)
  expect(await textOf('/')).toMatch(/We are not taking applications.*Tell me when it opens/s)
  expect(await textOf(landing)).not.toContain('Apply Now')
  expect(await textOf(form)).toMatch(
    new RegExp(`${late.replace(/[()]/g, '.')}.*name="intake"`, 's'),
  )

  clock.now = Date.parse(closesAt) + 24 * 3600 * 1000
  const over = await textOf(form)
  expect(over).toContain('We are not taking applications at the moment.')
  expect(over).not.toContain('name="intake"')
})

test('an intake that closes at midnight is open until the end of the day before', async () => {
  const { textOf, clock, add } = await start('2026-03-01T06:00:00Z')
  const closesAt = '2026-03-31T21:00:00.000Z'
  await add({ opensAt: '2026-02-01T00:00:00.000Z', closesAt, ...later })
  expect(await textOf(landing)).toContain('Apply until 31 March 2026 (30 days left).')
  clock.now = Date.parse('2026-03-31T12:00:00Z')
  expect(await textOf(`/sw${landing}`)).toContain('Tuma maombi leo, kabla ya saa 24:00')
  clock.now = Date.parse(closesAt)
  expect(await textOf(landing)).toContain('until 1 April 2026, 24:00 (Kenya time)')
})

test('a change of staff shows at once, from every process, and browsers revalidate', async () => {
  const { textOf, add, ask, token, startOther, app } = await start('2026-03-01T06:00:00Z')
  const other = await startOther()
  const { body: departments } = await ask(api.public.departments)
  const dates = { opensAt: '2026-02-01T00:00:00.000Z', closesAt: '2026-03-20T00:00:00.000Z' }
  const made = await add({ name: 'First name', ...dates, ...later })
  for (const place of [app, other]) {
    expect(await textOf(landing, place)).toMatch(/First name.*All departments/s)
  }
  const { _id, updatedAt } = made
  const places = [{ department: departments[1]._id, places: 4 }]
  const body = { ...newIntake({ name: 'Second name', ...dates, ...later, places }), updatedAt }
  expect((await ask(api.intakes.update, { token, id: _id, body })).status).toBe(200)
  for (const place of [other, app]) {
    const text = await textOf(landing, place)
    expect(text).toMatch(/Second name.*Departments with places/s)
    const options = /name="department"[^]*?<\/select>/.exec(await textOf(form, place))?.[0]
    expect(options?.match(/<option/g)).toHaveLength(2)
    expect(options).toContain(departments[1]._id)
  }
  const { headers } = await app.inject(landing)
  expect([headers['cache-control'], headers['etag']]).toEqual(['no-cache', expect.any(String)])
  const again = await app.inject({ url: landing, headers: { 'if-none-match': headers['etag'] } })
  expect(again.statusCode).toBe(304)
  await ask(api.intakes.remove, { token, id: _id })
  expect(await textOf(landing, other)).not.toContain('Second name')
})

test('home and landing page have a style for each class in every state of the intakes', async () => {
  const { textOf, clock, add } = await start('2026-03-01T06:00:00Z')
  const dates = { opensAt: '2026-03-10T05:00:00.000Z', closesAt: '2026-03-20T00:00:00.000Z' }
  await add({ ...dates, ...later })
  for (const time of ['2026-03-01', '2026-03-10T05:00Z', '2026-03-20T01:00Z', '2026-04-01']) {
    clock.now = Date.parse(time)
    for (const path of [landing, '/']) {
      const page = await textOf(path)
      expect(page.match(/ class="/g)?.length).toBeGreaterThan(50)
      expect(classesWithoutRule(page)).toEqual([])
    }
  }
})

test('without JavaScript a form goes to the intake that it names, one time for each', async () => {
  const { add, app, choices, stored } = await start('')
  const [one, other] = [await add(), await add()]
  const post = (fields: object) =>
    app.inject(formTo(form, { ...submission(choices, { agree_communications: '' }), ...fields }))
  const unnamed = await post({ step: 'check' })
  expect(unnamed.statusCode).toBe(422)
  expect(unnamed.body).toContain('Choose an intake from the list')

  const checked = await post({ intake: one._id, step: 'check' })
  expect(checked.statusCode).toBe(200)
  expect(checked.body).toContain(`type="hidden" name="intake" value="${one._id}"`)
  expect(checked.body).toContain(one.name)
  const files = await post({ intake: one._id, step: 'documents' })
  expect(files.body).toContain(`type="hidden" name="intake" value="${one._id}"`)

  for (const { _id } of [one, one, other]) {
    expect((await post({ intake: _id })).statusCode).toBe(303)
  }
  const intakes = (await stored()).map(({ intake }) => intake)
  expect(intakes).toHaveLength(2)
  expect(new Set(intakes)).toEqual(new Set([one._id, other._id]))
})

test('without JavaScript a refused form keeps its answers, in both languages', async () => {
  const { add, app, choices, ask, db } = await start('')
  const { body: departments } = await ask(api.public.departments)
  const places = [{ department: departments[1]._id, places: 4 }]
  const { _id } = await add({ places })
  const fields = { ...submission({ ...choices, department: departments[0]._id }), intake: _id }
  const wrong = await app.inject(formTo(`/sw${form}`, { ...fields, step: 'check' }))
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('Awamu hii haina nafasi katika idara hii')
  expect(wrong.body).toContain('I lead a beach clean-up every month.')

  const closesAt = new Date(Date.now() - 25 * 3600 * 1000).toISOString()
  await db.updateTable('intakes').set({ closesAt }).execute()
  const over = await app.inject(formTo(`/sw${form}`, { ...fields, department: departments[1]._id }))
  expect(over.statusCode).toBe(409)
  expect(over.body).toContain('Awamu hii imefungwa. Tafadhali tuma maombi tena')
  expect(over.body).toContain('I lead a beach clean-up every month.')
  expect(over.body).toContain(`value="${_id}"`)
})

test('an address for an alert is stored once, and answered in the language of the page', async () => {
  const { app, db } = await start('')
  const tell = (path: string, email: string) => app.inject(formTo(`${path}/notify`, { email }))
  const wrong = await tell(landing, 'no address')
  expect([wrong.statusCode, wrong.headers['cache-control']]).toEqual([422, 'private, no-cache'])
  expect(wrong.body).toMatch(/Valid email required.*value="no address"/s)
  for (const path of [landing, `/sw${landing}`]) {
    const { statusCode, headers } = await tell(path, 'amina@example.org')
    expect(statusCode).toBe(303)
    const { body } = await app.inject(String(headers.location))
    expect(body).toContain(path === landing ? 'We will write to you' : 'Tutakuandikia')
  }
  const typed = { email: 'half@example', step: 'language' }
  const switched = await app.inject(formTo(`/sw${landing}/notify`, typed))
  expect(switched.statusCode).toBe(200)
  expect(switched.body).toContain('value="half@example"')
  const rows = await db.selectFrom('intake_alerts').select(['email', 'language']).execute()
  expect(rows).toEqual([{ email: 'amina@example.org', language: 'sw' }])
  expect((await app.inject(`${landing}/notify`)).body).toMatch(/noindex/)
})

/** Days of an attachment after all other dates of these tests. */
const later = { startsOn: '2026-05-04', endsOn: '2026-07-31' }

/** The site with its pages. Its clock starts at `time`; an empty text is the real time. */
async function start(time = '') {
  const clock = { now: Date.parse(time) }
  const parts = { pages: 'build', ...(time && { clock: () => clock.now }) }
  const { app, ask, token, db, variables } = await startApi({}, parts)
  const choices = await choicesOf(ask)
  return {
    app,
    ask,
    token,
    db,
    clock,
    choices,
    add: async (changes: Parameters<typeof newIntake>[0] = {}) =>
      (await ask(api.intakes.create, { token, body: newIntake(changes) })).body,
    stored: () => db.selectFrom('attachments').select('intake').execute(),
    textOf: async (path: string, at = app) => (await at.inject(path)).body,
    startOther: async () => {
      const { db: otherDb, engine } = openDatabase(locationOf(variables))
      const settings = readSettings({ ...variables, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
      const other = await buildApp({ db: otherDb, engine, settings, ...parts })
      closing.push(() => other.close().then(() => otherDb.destroy()))
      return other
    },
  }
}

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))
