import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import { declineReasons } from '../../contract/application/decline-reasons.ts'
import { timeInKenya } from '../../contract/time-zone.ts'
import { addMadeUpApplications, choicesOf, startApi, submission } from '../support/api.ts'
import { addDocument } from '../support/documents.ts'
import { intakeActors } from '../support/intakes.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)
const made = await addMadeUpApplications(db, 1200)

const actors = intakeActors(ask, token, choices)
const placed = await actors.apply((await actors.create(1))._id)
await actors.accept(placed._id)
await actors.answer(placed, 'confirm')

const exports = {
  attachments: api.attachments.export,
  institutions: api.institutions.export,
  courses: api.courses.export,
  departments: api.departments.export,
  users: api.users.export,
  intakes: api.intakes.export,
  placements: api.placements.export,
}

async function download(
  what: keyof typeof exports,
  query: Record<string, string> = {},
  { ask: askOther, token: other } = { ask, token },
) {
  const { status, headers, text } = await askOther(exports[what], { token: other, query })
  expect(status).toBe(200)
  const [head = [], ...rows] = parse(text.slice(1))
  const records = rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i]!])))
  return { headers, text, head, records }
}

/** Reads CSV by RFC 4180 to the letter, and throws at whatever it does not allow. */
function parse(text: string) {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error(`No CSV at ${at}: ${text.slice(at, at + 40)}`)
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  const width = rows[0]?.length
  if (row.length > 0 || rows.some(({ length }) => length !== width)) throw new Error('Ragged CSV')
  return rows
}

/** Sends an application as an applicant would, and returns its line of the CSV export. */
async function exported(changes: Record<string, unknown>) {
  const { body } = await ask(api.public.submit, { body: submission(choices, changes) })
  const { records } = await download('attachments', { q: body.referenceId })
  expect(records).toHaveLength(1)
  return records[0]!
}

test.each([
  ['attachments', /^attachment; filename="industrial_attachments_20\d{6}_\d{6}\.csv"$/],
  ['institutions', /^attachment; filename="institutions\.csv"$/],
  ['courses', /^attachment; filename="courses\.csv"$/],
  ['departments', /^attachment; filename="departments\.csv"$/],
  ['users', /^attachment; filename="users\.csv"$/],
  ['intakes', /^attachment; filename="intakes\.csv"$/],
  ['placements', /^attachment; filename="placements\.csv"$/],
] as const)(
  'the export of %s has its name, a byte-order mark and lines by RFC 4180',
  async (what, name) => {
    const { headers, text, records } = await download(what)

    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(name)
    expect(text.charAt(0)).toBe('\uFEFF')
    expect(text.indexOf('\uFEFF', 1)).toBe(-1)
    expect(text.endsWith('\r\n')).toBe(true)
    expect(records.length).toBeGreaterThan(0)
  },
)

test('the name of the applications file carries the time in Mombasa', async () => {
  const began = Date.now()
  const { headers } = await download('attachments')
  const [, year, month, day, hour, minute, second] =
    /_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)\./.exec(headers['content-disposition'] as string) ?? []
  const named = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`)

  expect(named).toBeGreaterThan(began - 1001)
  expect(named).toBeLessThanOrEqual(Date.now())
})

test('without a filter every application is in the file, archived ones too', async () => {
  const { records } = await download('attachments')
  const byReference = new Map(records.map((record) => [record['Reference ID'], record]))

  expect(made.some(({ is_archived }) => is_archived)).toBe(true)
  for (const row of made) {
    expect(byReference.get(row.referenceId)).toMatchObject({
      'First Name': row.first_name,
      'Middle Name': row.middle_name ?? '',
      'Last Name': row.last_name,
      Email: row.email,
      'Phone Number': row.phone_number,
      'Date of Birth': row.date_of_birth,
      'Available Start Date': row.available_start_date ?? '',
      'Can Attend Onsite': row.can_attend_onsite ? 'Yes' : 'No',
      'About Yourself': row.about_yourself,
      GitHub: row.github_url ?? '',
      Status: row.is_archived ? 'Archived' : row.is_accepted ? 'Accepted' : 'Pending',
      Accepted: row.is_accepted ? 'Yes' : 'No',
      'Decline Reason': row.declined_reason ? declineReasons[row.declined_reason] : '',
      'Decline Message': row.declined_message ?? '',
      'Declined At (EAT)': row.declinedAt ? timeInKenya(row.declinedAt) : '',
      'Submitted At (EAT)': timeInKenya(row.createdAt),
    })
  }
  expect(byReference.size).toBe(records.length)
})

test.each([
  { status: 'accepted' },
  { status: 'archived' },
  { status: 'pending', q: 'mombasa' },
  { decision: 'declined', sort: 'first_name' },
  { view: 'archived', decision: 'no-place' },
  { includeArchived: 'false', sort: 'email' },
  { q: 'example.ac.ke', sort: '-first_name', includeArchived: 'true' },
] as Record<string, string>[])('the file for %j holds what the list shows', async (query) => {
  const { body } = await ask(api.attachments.list, { token, query })
  const { records } = await download('attachments', query)

  expect(records.length).toBeGreaterThan(0)
  expect(records.length).toBeLessThan(made.length)
  expect(records.map((record) => record['Reference ID'])).toEqual(
    (body as Application[]).map(({ referenceId }) => referenceId),
  )
})

test('the file of applications says how each applicant wants to be written to', async () => {
  const [row] = await addMadeUpApplications(db, 1, () => ({ contact_by: 'both' }))
  const { records } = await download('attachments', { q: row!.referenceId })

  expect(records).toMatchObject([{ 'Contact By': 'By email and SMS' }])
  expect(Object.keys(records[0]!).at(-1), 'newer columns come last').toBe('Insurance Valid Until')
})

test('the other files take the filters of their lists', async () => {
  const { institution } = choices
  const query = { institution, certification: 'Diploma' }
  const courses = await download('courses', query)
  const { body: listed } = await ask(api.courses.list, { token, query })
  const institutions = await download('institutions', { q: 'university', sort: '-name' })
  const { body: found } = await ask(api.institutions.list, {
    token,
    query: { q: 'university', sort: '-name' },
  })

  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  expect(courses.records.map((record) => record['Course Name'])).toEqual(names(listed))
  expect(listed.length).toBeGreaterThan(1)
  expect(institutions.records.map((record) => record['Institution Name'])).toEqual(names(found))
  expect(found.length).toBeGreaterThan(5)
})

test('times are those of Kenya without a zone, which spreadsheets read, and the heading names it', async () => {
  const [row] = await addMadeUpApplications(db, 1, () => ({
    createdAt: '2024-02-29T21:30:07.890Z',
    withdrawnAt: '2024-12-31T20:59:59.999Z',
  }))
  const { records } = await download('attachments', { q: row!.referenceId })
  const { body } = await ask(api.attachments.get, { token, id: row!._id })

  expect(records).toMatchObject([
    {
      'Submitted At (EAT)': '2024-03-01 00:30:07',
      'Withdrawn At (EAT)': '2024-12-31 23:59:59',
      'Declined At (EAT)': '',
    },
  ])
  expect(body.createdAt).toBe('2024-02-29T21:30:07.890Z')
})

test('a filter that nothing passes leaves the headings', async () => {
  const { head, records } = await download('attachments', { q: 'nobody is called like this' })

  expect(records).toEqual([])
  expect(head.slice(0, 5)).toEqual([
    'Reference ID',
    'First Name',
    'Middle Name',
    'Last Name',
    'Email',
  ])
})

test('accents, commas, quotes and line breaks come out as they went in', async () => {
  const odd = {
    first_name: 'Noëlle “Zoë”',
    last_name: "Ng'ang'a, Jr.",
    residential_location: 'Old Town, "Mombasa"; Kenya',
    about_yourself: 'Habari!\nI said: "Karibu",\n\n\tand left. 😀 شكرا',
  }
  const record = await exported(odd)

  expect(record['First Name']).toBe(odd.first_name)
  expect(record['Last Name']).toBe(odd.last_name)
  expect(record['Residential Location']).toBe(odd.residential_location)
  expect(record['About Yourself']).toBe(odd.about_yourself)
})

test.each([
  '=1+1',
  '=HYPERLINK("https://example.org";"Click")',
  '+1+cmd|calc',
  '-2+3',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '+',
  '-',
])('a spreadsheet does not run %s', async (formula) => {
  const about_yourself = `${formula}\nHabari`
  const record = await exported({ middle_name: formula, about_yourself })

  expect(record['Middle Name']).toBe(`'${formula}`)
  expect(record['About Yourself']).toBe(`'${about_yourself}`)
})

test('a spreadsheet that takes semicolons and tabs for commas finds the same cells', async () => {
  const changes = {
    residential_location: 'Mombasa; Nyali',
    about_yourself: 'I carve;=1+1',
    understanding_of_swahilipot: 'One\t=1+1',
  }
  const { body } = await ask(api.public.submit, { body: submission(choices, changes) })
  const { text, records } = await download('attachments', { q: body.referenceId })

  expect(records).toMatchObject([
    {
      'Residential Location': changes.residential_location,
      'About Yourself': changes.about_yourself,
      'Understanding of SwahiliPot': changes.understanding_of_swahilipot,
    },
  ])
  expect(text.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toMatch(/[;\t]/)
})

test.each(['0712 345 678', '0112345678', '+254712345678', '+254 712 345 678'])(
  'the phone number %s comes out as it is',
  async (number) => {
    expect((await exported({ phone_number: number }))['Phone Number']).toBe(number)
  },
)

test('a record that refers to nothing is exported with N/A', async () => {
  const nothing = { institution: null, course: null, department: null }
  const [row] = await addMadeUpApplications(db, 1, ({ _id }) => ({
    ...nothing,
    _id: _id.replace(/^./, '1'),
  }))
  const { records } = await download('attachments', { q: row!.referenceId })

  expect(records).toMatchObject([{ Institution: 'N/A', Course: 'N/A', Department: 'N/A' }])
})

test.each([undefined, 'https://www.example.org'])(
  'a document has its address in the back office, with the public URL %s',
  async (PUBLIC_URL) => {
    const server = await startApi(PUBLIC_URL === undefined ? {} : { PUBLIC_URL })
    const [both, none] = await addMadeUpApplications(server.db, 2, () => ({
      resume_url: null,
      cover_letter_url: 'https://files.example.com/letter.pdf',
    }))
    const place = { db: server.db, dataDir: server.variables.DATA_DIR }
    const { _id } = await addDocument(place, both!._id)
    await addDocument(place, both!._id, { purpose: 'cover_letter' })
    const { records } = await download('attachments', {}, server)
    const rowOf = (reference: string) =>
      records.find((record) => record['Reference ID'] === reference)

    expect(rowOf(both!.referenceId)).toMatchObject({
      Resume: `${PUBLIC_URL ?? ''}/admin/industrial-attachments?open=${both!._id}&document=${_id}`,
      'Cover Letter': 'https://files.example.com/letter.pdf',
    })
    expect(rowOf(none!.referenceId)).toMatchObject({ Resume: '' })
  },
)

test('the files of the other entities show what their screens show', async () => {
  const heads = await Promise.all(
    (['institutions', 'courses', 'departments', 'users'] as const).map((what) => download(what)),
  )

  expect(heads.map(({ head }) => head)).toEqual([
    ['Institution Name', 'County', 'Created (EAT)'],
    ['Course Name', 'Institution', 'Certification', 'Created (EAT)'],
    [
      'Department Name',
      'Code',
      'Head of Department',
      'Description',
      'Created (EAT)',
      'Name in Kiswahili',
    ],
    ['Name', 'Email', 'Role', 'Created (EAT)', 'Last Updated (EAT)'],
  ])
  const [institutions, courses, departments, users] = heads.map(({ records }) => records.length)
  const { body } = await ask(api.analytics, { token })
  expect([institutions, courses, departments, users]).toEqual([
    body.data.totalInstitutions,
    body.data.totalCourses,
    body.data.totalDepartments,
    body.data.totalUsers,
  ])
})
