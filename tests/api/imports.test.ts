import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { HistoryEntry } from '../../contract/history.ts'
import type { ImportAnswer } from '../../contract/import.ts'
import { startApi } from '../support/api.ts'
import { hasLocks, waitingForLocks } from '../support/locks.ts'
import { processorTimeOf } from '../support/cpu-time.ts'

const lockTimeout = 15_000

const { ask, token, db } = await startApi()

const calls = { institutions: api.imports.institutions, courses: api.imports.courses }
const send = (what: keyof typeof calls, csv: string, store = false) =>
  ask(calls[what], { token, body: { csv, store } })
const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`
const statuses = ({ lines: all }: ImportAnswer) => all.map(({ line, status }) => [line, status])
const institutions = () => db.selectFrom('institutions').selectAll().orderBy('_id').execute()
const courses = () => db.selectFrom('courses').selectAll().orderBy('_id').execute()
const [known] = await institutions()

test('a preview shows the effect of each line and stores nothing', async () => {
  const before = await institutions()
  const { status, body } = await send(
    'institutions',
    lines(
      '\uFEFFInstitution Name,County,Created',
      '"Chuo Kipya, Lamu",lamu,2026-01-01',
      `${known!.name.toUpperCase()},${known!.county}`,
      `${known!.name},${known!.county},`,
      'Chuo Kibovu,Atlantis,',
      ',Kwale,',
      "'=Chuo cha Hesabu,MURANG’A,",
      '"chuo kipya, lamu",Lamu',
    ),
  )

  expect([status, body.stored]).toEqual([200, false])
  expect(body.counts).toEqual({ new: 2, changed: 1, unchanged: 0, wrong: 4 })
  expect(body.lines).toEqual([
    { line: 2, status: 'new', values: { name: 'Chuo Kipya, Lamu', county: 'lamu' } },
    {
      line: 3,
      status: 'changed',
      message: `Institution Name was ${known!.name}`,
      values: { name: known!.name.toUpperCase(), county: known!.county },
    },
    {
      line: 4,
      status: 'wrong',
      message: 'The same as line 3',
      values: { name: known!.name, county: known!.county },
    },
    {
      line: 5,
      status: 'wrong',
      message: '"Atlantis" is no county of the list',
      values: { name: 'Chuo Kibovu', county: 'Atlantis' },
    },
    {
      line: 6,
      status: 'wrong',
      message: 'Institution Name: Required',
      values: { name: '', county: 'Kwale' },
    },
    { line: 7, status: 'new', values: { name: '=Chuo cha Hesabu', county: 'MURANG’A' } },
    {
      line: 8,
      status: 'wrong',
      message: 'The same as line 2',
      values: { name: 'chuo kipya, lamu', county: 'Lamu' },
    },
  ])
  expect(await institutions()).toEqual(before)
})

test('semicolons, emptied rows, odd spaces and repeated lines are understood', async () => {
  const at = 'Chuo cha Nafasi, Lamu'
  const { body } = await send(
    'institutions',
    lines(
      '\uFEFFInstitution Name;County;',
      `${at};Lamu;`,
      `Chuo  cha\u00A0Nafasi, Lamu ;LAMU;`,
      ';;',
    ),
    true,
  )
  expect(statuses(body)).toEqual([
    [2, 'new'],
    [3, 'unchanged'],
  ])
  expect(body.lines[1].message).toBe('The same as line 2')
  expect((await institutions()).map(({ name }) => name)).toContain(at)

  const course = `Ufumaji;Chuo cha\u00A0 Nafasi, Lamu;Diploma`
  const of = lines('Course Name;Institution;Certification', course, ' ; ; ')
  expect(statuses((await send('courses', of)).body)).toEqual([[2, 'new']])
  const tabs = lines('Course Name\tInstitution\tCertification', course.replaceAll(';', '\t'))
  expect(statuses((await send('courses', tabs)).body)).toEqual([[2, 'new']])
})

test.each([
  ['"Notes; old",Institution Name,County', ',Chuo cha Alama,Lamu'],
  ['"Town, ward";Institution Name;County', ';Chuo cha Alama;Lamu'],
])('quoted characters of a heading are no delimiters: %s', async (...rows) => {
  expect(statuses((await send('institutions', lines(...rows))).body)).toEqual([[2, 'new']])
})

test.each([
  ['no-break spaces in headings', 'Institution\u00a0Name,\u2003County\nChuo A,Lamu\nChuo B,Kwale'],
  [
    'invisible characters',
    '\u200bInstitution\u00ad Name,County\ufeff\nChuo\u200b A,Lamu\nChuo B,Kwale\u200e',
  ],
  ['full-width headings', 'Ｉｎｓｔｉｔｕｔｉｏｎ Name,County\nChuo A,Lamu\nChuo B,Kwale'],
  ['a first line sep=', 'sep=;\nInstitution Name;County\nChuo A;Lamu\nChuo B;Kwale'],
  [
    'such a line after a mark',
    '\ufeff"SEP=\t"\r\nInstitution Name\tCounty\r\nChuo A\tLamu\r\nChuo B\tKwale',
  ],
  ['such a line of another character', 'sep=|\nInstitution Name|County\nChuo A|Lamu\nChuo B|Kwale'],
  ['headings that end in CR and LF', 'Institution Name,County\r\nChuo A,Lamu\nChuo B,Kwale\n'],
  ['headings that end in LF', 'Institution Name,County\nChuo A,Lamu\r\nChuo B,Kwale\r\n'],
  ['lines that end in CR', 'Institution Name,County\rChuo A,Lamu\rChuo B,Kwale\r'],
  ['blanks around quotes', 'Institution Name, "County" \n"Chuo A" , "Lamu"\n \t"Chuo B",\t"Kwale"'],
  ['empty cells between tabs', 'Institution Name\tNote\tCounty\nChuo A\t\tLamu\nChuo B\t \tKwale'],
  ['County and City', 'Institution Name,County\nChuo A,Lamu County\nChuo B,KWALE CITY COUNTY'],
])('a file with %s is understood', async (_, csv) => {
  const { body } = await send('institutions', csv)
  const offset = /sep=/i.test(csv) ? 1 : 0
  expect(statuses(body)).toEqual([
    [2 + offset, 'new'],
    [3 + offset, 'new'],
  ])
  const names = body.lines.map(({ values }: { values: { name: string } }) => values.name)
  expect(names).toEqual(['Chuo A', 'Chuo B'])
})

test('a county with its word is stored as its name, and no other text gets one', async () => {
  const csv = 'Institution Name,County\nChuo C,Nairobi City County\nChuo D,County'
  const { body } = await send('institutions', csv)
  expect(statuses(body)).toEqual([
    [2, 'new'],
    [3, 'wrong'],
  ])
  await send('institutions', csv.replace('\nChuo D,County', ''), true)
  const stored = (await institutions()).find(({ name }) => name === 'Chuo C')
  expect(stored?.county).toBe('Nairobi')
})

test('a wrong line prevents the import, and the error carries the preview', async () => {
  const before = await institutions()
  const csv = lines('Institution Name,County', 'Chuo Kizuri,Kilifi', 'Chuo Kibovu,Atlantis')
  const { body: preview } = await send('institutions', csv)
  const { status, body } = await send('institutions', csv, true)

  expect(status).toBe(422)
  expect(body).toEqual({
    message: '1 line is wrong, so nothing was stored.',
    error: '1 line is wrong, so nothing was stored.',
    preview,
  })
  expect(await institutions()).toEqual(before)
})

test('a valid file is stored whole, and repeating it changes nothing', async () => {
  const csv = lines(
    'County,Institution Name',
    "murang'a,Chuo cha Mlima",
    'Taita Taveta,Chuo cha Tsavo',
    `Mandera,${known!.name}`,
  )
  const { status, body } = await send('institutions', csv, true)
  const stored = new Map((await institutions()).map((row) => [row.name, row]))

  expect([status, body.stored, body.counts]).toEqual([
    200,
    true,
    { new: 2, changed: 1, unchanged: 0, wrong: 0 },
  ])
  expect(stored.get('Chuo cha Mlima')?.county).toBe("Murang'a")
  expect(stored.get('Chuo cha Tsavo')?.county).toBe('Taita-Taveta')
  expect(stored.get(known!.name)).toMatchObject({ _id: known!._id, county: 'Mandera' })
  expect(stored.get(known!.name)!.updatedAt > known!.updatedAt).toBe(true)
  const again = await send('institutions', csv, true)
  expect(again.body.counts).toEqual({ new: 0, changed: 0, unchanged: 3, wrong: 0 })
})

test('courses are identified by name, institution and certification', async () => {
  const [course] = await courses()
  const rows = await institutions()
  const at = rows.find(({ _id }) => _id === course!.institution)!.name
  const { body } = await send(
    'courses',
    lines(
      'Course Name,Institution,Certification',
      `"${course!.name}","${at}",${course!.certification.toUpperCase()}`,
      `"${course!.name.toUpperCase()}","${at}",Others`,
      `Ubaharia wa Kale,"${at.toUpperCase()}",diploma`,
      'Ubaharia wa Kale,Chuo Kisichopo,Diploma',
      `Ubaharia wa Kale,"${at}",PhD`,
    ),
  )

  expect(statuses(body)).toEqual([
    [2, 'unchanged'],
    [3, 'new'],
    [4, 'new'],
    [5, 'wrong'],
    [6, 'wrong'],
  ])
  expect(body.lines[3].message).toBe('There is no institution called "Chuo Kisichopo"')
  expect(body.lines[4].message).toBe('"PhD" is no certification of the list')
})

test('an exact institution name wins over similar ones', async () => {
  const names = ["Chuo cha Ng'ómbe", 'Chuo cha Ngombe']
  await send(
    'institutions',
    lines('Institution Name,County', ...names.map((name) => `${name},Lamu`)),
    true,
  )
  const course = (at: string) => `Ufugaji,${at},Diploma`
  const heading = 'Course Name,Institution,Certification'
  const { body } = await send('courses', lines(heading, ...names.map(course)), true)
  expect(body.counts).toMatchObject({ new: 2, wrong: 0 })

  const found = new Map((await institutions()).map(({ _id, name }) => [_id, name]))
  const where = (await courses()).filter(({ name }) => name === 'Ufugaji')
  expect(new Set(where.map(({ institution }) => found.get(institution)))).toEqual(new Set(names))
  const exact = await send('courses', lines(heading, course('CHUO  cha Ng´ómbe')))
  expect(statuses(exact.body)).toEqual([[2, 'unchanged']])
  const vague = await send('courses', lines(heading, course('Chuo cha Ng’ombé')))
  expect(statuses(vague.body)).toEqual([[2, 'wrong']])
})

test.runIf(hasLocks)('an import waits for who is changing what it looks at', async () => {
  const [first] = await institutions()
  const csv = lines('Institution Name,County', `"${first!.name}",Wajir`)
  const name = 'Chuo kilichobadilishwa'
  let importing: ReturnType<typeof send> | undefined
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('institutions')
      .set({ name, nameKey: name.toLowerCase() })
      .where('_id', '=', first!._id)
      .execute()
    importing = send('institutions', csv, true)
    await expect.poll(() => waitingForLocks(db), { timeout: lockTimeout }).toBe(1)
  })

  expect((await importing!).body.counts).toMatchObject({ new: 1, changed: 0 })
  const stored = (await institutions()).find(({ _id }) => _id === first!._id)
  expect(stored).toMatchObject({ name, county: first!.county })
})

test('what the export gives, the import takes and finds unchanged', async () => {
  for (const what of ['institutions', 'courses'] as const) {
    const { text } = await ask(api[what].export, { token })
    const { status, body } = await send(what, text, true)
    const { new: added, changed, unchanged, wrong } = body.counts
    expect([what, status, added, changed, wrong]).toEqual([what, 200, 0, 0, 0])
    expect(unchanged).toBeGreaterThan(20)
  }
})

test.each([
  ['', 'Choose a file'],
  ['just a text', /^The first line must have the headings of the export: "Institution Name" and/],
  ['Institution Name\nChuo', /"County" not found/],
  ['Course Name,Institution,Certification\n', /headings/],
  ['Institution Name,County\n"Chuo,Lamu\n', /not a CSV file that can be read/],
  ['\u0000\u0001', /headings/],
  [`Institution Name,County\n${'Chuo,Lamu\n'.repeat(5001)}`, /at most 5,000 lines/],
  [`Institution Name,County\n${'x'.repeat(2_000_000)}`, 'Use a file of at most 2 MB'],
])('the file %j is refused', async (csv, message) => {
  const { status, body } = await send('institutions', csv)

  expect([status, Object.keys(body.fields)]).toEqual([422, ['csv']])
  expect(body.fields.csv).toMatch(message)
})

test('further columns are ignored, however many', async () => {
  const [commas, names] = [','.repeat(100_000), ',constructor,__proto__,County'.repeat(1000)]
  let answer: Awaited<ReturnType<typeof send>> | undefined
  const taken = await processorTimeOf(async () => {
    answer = await send(
      'institutions',
      `Institution Name,County${names}${commas}\n${'a\n'.repeat(5000)}`,
    )
  })

  expect(answer).toMatchObject({ status: 200, body: { counts: { wrong: 5000 } } })
  expect(answer?.body.lines[0].values).toEqual({ name: 'a', county: '' })
  expect(taken).toBeLessThan(3000)
})

test('5,000 lines are stored at once and recorded in the history', async () => {
  const names = Array.from({ length: 5000 }, (_, index) => `Chuo cha Nambari ${index},Kwale`)
  const { status, body } = await send(
    'institutions',
    lines('Institution Name,County', ...names),
    true,
  )
  const { body: entries } = await ask(api.history, { token, query: { action: 'import' } })
  const stored = (await institutions()).find(({ name }) => name === 'Chuo cha Nambari 4999')!
  const made = await ask(api.history, { token, query: { record: stored._id } })

  expect([status, body.counts.new]).toEqual([200, 5000])
  expect((entries as HistoryEntry[])[0]).toMatchObject({ entity: 'institution', count: 5000 })
  expect(made.body).toMatchObject([{ action: 'create', entity: 'institution' }])
})

test('of two concurrent imports of one file, one creates the records', async () => {
  const csv = lines('Institution Name,County', 'Chuo Pacha,Lamu', 'Chuo Pacha Pili,Lamu')
  const answers = await Promise.all([
    send('institutions', csv, true),
    send('institutions', csv, true),
  ])
  const added = answers.reduce((sum, { body }) => sum + (body.counts?.new ?? 0), 0)

  expect(added).toBe(2)
  for (const { status } of answers) expect([200, 409]).toContain(status)
})
