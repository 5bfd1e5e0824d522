import { randomUUID } from 'node:crypto'

import { expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { consentShown } from '../../contract/application/consent-wordings.ts'
import { referenceIdPattern } from '../../contract/constants.ts'
import { questionNames, typedNames } from '../../contract/application/questions.ts'
import { dayInKenya } from '../../contract/time-zone.ts'
import { yearsFrom } from '../../contract/years-from.ts'
import { undecided } from '../../server/services/applications/decisions/decision-state.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'
import { withoutOffer } from '../support/intakes.ts'

const { ask, token, db } = await startApi()
const choices = await choicesOf(ask)

const today = dayInKenya(Date.now())
const later = (day: string, days: number) => dayInKenya(Date.parse(day) + days * 86_400_000)

const send = (changes: Record<string, unknown> = {}, key?: string) =>
  ask(api.public.submit, {
    body: submission(choices, changes),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

/** The stored applications with an e-mail address, as the back office reads them. */
async function stored(email: string) {
  const { body } = await ask(api.attachments.list, { token, query: { q: email } })
  return body
}

const applications = async () => (await ask(api.attachments.counts, { token })).body.total as number
const newEmail = () => `${randomUUID()}@example.org`

const required = {
  first_name: 'Required',
  last_name: 'Required',
  phone_number: 'Required',
  email: 'Valid email required',
  gender: 'Required',
  date_of_birth: 'Required',
  residential_location: 'Required',
  institution: 'Required',
  department: 'Required',
  course: 'Required',
  year_of_study: 'Required',
  expected_graduation_date: 'Required',
  about_yourself: 'Required',
  community_engagement_statement: 'Required',
  understanding_of_swahilipot: 'Required',
  linkedin_url: 'Valid URL required',
  resume_url: 'Valid URL required',
  cover_letter_url: 'Valid URL required',
  agree_terms: 'You must agree to terms',
}

test.each([
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
  ['only spaces', ' \n\t '],
])('every required field that is %s has its message', async (_what, value) => {
  const body = Object.fromEntries(Object.keys(required).map((name) => [name, value]))
  const answer = await ask(api.public.submit, { body })

  const sentence = 'Failed to submit application. Please check all fields and try again.'
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({ message: sentence, error: sentence, fields: required })
})

const url = 'Valid URL required'
const phone = 'Enter a phone number, like 0712 345 678 or +254 712 345 678'
const date = 'Enter a real date, like 2004-03-27'
const tooEarly = 'Choose 1 September 2025 or a later day'

const age = 'Check the year: applicants are between 14 and 100 years old'
const afterBirth = 'Choose a day after your date of birth'
const in15Years = 'Choose a day at most 15 years from now'
const in5Years = 'Choose a day at most 5 years from now'

test.each([
  ['email', 'zawadi', 'Valid email required'],
  ['email', 'zawadi@example', 'Valid email required'],
  ['email', 'zawadi wa@example.org', 'Valid email required'],
  ['email', 'z@example.org, y@example.org', 'Valid email required'],
  ['email', 'zawadi@example.org.', 'Valid email required'],
  ['email', 'zawadi@example.org,', 'Valid email required'],
  ['email', `${'z'.repeat(250)}@example.org`, 'Use at most 254 characters'],
  ['phone_number', 'my phone', phone],
  ['phone_number', '12345', phone],
  ['phone_number', '+254 712 345 678 901 234', phone],
  ['gender', 'Other', 'Required'],
  ['gender', 'male', 'Required'],
  ['year_of_study', 'Year 7', 'Required'],
  ['year_of_study', 3, 'Required'],
  ['date_of_birth', '27/03/2004', date],
  ['date_of_birth', '2003-02-29', date],
  ['date_of_birth', '1776-07-04', date],
  ['date_of_birth', today, age],
  ['date_of_birth', yearsFrom(today, 1), age],
  ['date_of_birth', later(yearsFrom(today, -14), 1), age],
  ['date_of_birth', later(yearsFrom(today, -100), -1), age],
  ['expected_graduation_date', 'soon', date],
  ['expected_graduation_date', '2027-13-01', date],
  ['expected_graduation_date', later(yearsFrom(today, 15), 1), in15Years],
  ['expected_graduation_date', '2003-03-27', afterBirth],
  ['expected_graduation_date', '1999-12-12', afterBirth],
  ['available_start_date', '2025-08-31', tooEarly],
  ['available_start_date', '2025-08-31T23:59:59+03:00', tooEarly],
  ['available_start_date', 'soon', date],
  ['available_start_date', later(yearsFrom(today, 5), 1), in5Years],
  ['linkedin_url', 'linkedin', url],
  ['linkedin_url', 'zawadi@linkedin.example.com', url],
  ['resume_url', 'My-CV.pdf', url],
  ['resume_url', 'javascript:alert(1)', url],
  ['resume_url', 'ftp://files.example.com/cv.pdf', url],
  ['resume_url', 'https://', url],
  ['resume_url', 'https:///cv.pdf', url],
  ['cover_letter_url', 'https://files.example.com/my letter.pdf', url],
  ['cover_letter_url', `https://example.com/${'a'.repeat(2000)}`, 'Use at most 2,000 characters'],
  ['github_url', 'data:text/html,hello', url],
  ['first_name', 'a'.repeat(201), 'Use at most 200 characters'],
  ['middle_name', 'a'.repeat(201), 'Use at most 200 characters'],
  ['about_yourself', 'a'.repeat(5001), 'Use at most 5,000 characters'],
  ['first_name', 'Zawadi\u0000', 'Remove the characters that cannot be shown'],
  ['about_yourself', 'I am \uD800', 'Remove the characters that cannot be shown'],
  ['can_attend_onsite', 'yes', 'Choose yes or no'],
  ['agree_communications', 1, 'Choose yes or no'],
  ['agree_terms', false, 'You must agree to terms'],
  ['agree_terms', 'true', 'You must agree to terms'],
  ['institution', 'Pwani University', 'Choose from the list'],
  ['institution', { name: 'Pwani University' }, 'Required'],
  ['course', 7, 'Required'],
  ['language', 'fr', 'Please reload the page and send once more'],
])('%s = %j alone is refused with its message', async (field, value, message) => {
  const { status, body } = await send({ [field]: value })

  expect([status, body.fields]).toEqual([422, { [field]: message }])
})

test('a yes or no that is null counts as missing', async () => {
  const email = newEmail()
  const { status } = await send({ email, can_attend_onsite: null, agree_communications: null })
  const [record] = await stored(email)

  expect(status).toBe(201)
  expect(record).toMatchObject({ can_attend_onsite: true, agree_communications: false })
})

test('an application is stored as it was sent, and nothing else with it', async () => {
  const email = newEmail()
  const wished = randomUUID()
  const { status, body } = await send({
    email: ` ${email.toUpperCase()} `,
    first_name: '  Zawadi  wa\tPwani ',
    last_name: 'Noe\u0308lle',
    about_yourself: '  I repair radios.\r\nI also sing. ',
    referenceId: 'SPH-2020-AAAAAAAA',
    _id: wished,
    createdAt: '2020-01-01T00:00:00.000Z',
    is_accepted: true,
    is_archived: true,
    role: 'admin',
    constructor: 'x',
  })
  expect(status).toBe(201)
  expect(Object.keys(body).toSorted()).toEqual(['message', 'referenceId'])
  expect(body.referenceId).toMatch(referenceIdPattern)
  expect(body.referenceId.slice(4, 8)).toBe(String(new Date().getUTCFullYear()))

  const [record] = await stored(email)
  const { institution, department, course, consent, _id, createdAt, updatedAt, ...answers } = record
  const { institution: _i, department: _d, course: _c, ...sent } = submission(choices)
  const names = [...questionNames, ...Object.values(typedNames)]
  const unanswered = names.filter((name) => !(name in submission(choices)))
  expect(answers).toEqual({
    ...Object.fromEntries(unanswered.map((name) => [name, null])),
    ...sent,
    referenceId: body.referenceId,
    email,
    first_name: 'Zawadi wa Pwani',
    last_name: 'No\u00EBlle',
    about_yourself: 'I repair radios.\nI also sing.',
    ...withoutOffer(undecided),
    intake: null,
    arrivedLate: false,
    assignee: null,
    language: 'en',
    contact_by: 'email',
    smsRefused: null,
    sameAs: expect.any(Number),
    papers: [],
    extra: [],
    extraMissing: [],
    questionSet: 0,
    documents: [],
  })
  expect(consent.agreedAt).toBe(createdAt)
  expect([institution._id, department._id, course._id]).toEqual([
    choices.institution,
    choices.department,
    choices.course,
  ])
  expect(_id).not.toBe(wished)
  expect(Date.now() - Date.parse(createdAt)).toBeLessThan(60_000)
  expect(updatedAt).toBe(createdAt)
})

test('what is optional may be missing and has its default', async () => {
  const email = newEmail()
  const optional = {
    middle_name: '',
    github_url: undefined,
    available_start_date: null,
    can_attend_onsite: undefined,
    agree_communications: undefined,
  }
  expect((await send({ ...optional, email })).status).toBe(201)

  expect((await stored(email))[0]).toMatchObject({
    middle_name: null,
    github_url: null,
    available_start_date: null,
    can_attend_onsite: true,
    agree_communications: false,
  })
})

test('the language of the page is kept with the application, and stands in its export', async () => {
  const email = newEmail()
  const { body } = await send({ email, language: 'sw', consent: 'sw-1' })
  const [record] = await stored(email)
  expect(record.language).toBe('sw')
  expect(record.consent.wording).toMatch(/^Kwa kutuma, unakubali .* Sera ya Faragha$/)

  const { text } = await ask(api.attachments.export, { token, query: { q: email } })
  expect(text).toMatch(/^.*,Language,.*\r\n.*/)
  expect(text).toMatch(new RegExp(`${body.referenceId},[^]*,Kiswahili,`))
  const { body: held } = await ask(api.personalData.export, { token, query: { ids: record._id } })
  expect(held.applications[0]).toMatchObject({ language: 'sw' })

  const changes = submission(choices, { email, first_name: 'Amina', language: 'en' })
  const changed = await ask(api.attachments.update, { token, id: record._id, body: changes })
  expect(changed.body).toMatchObject({ first_name: 'Amina', language: 'sw' })
})

test('the same answers sent once more in another language are the same application', async () => {
  const email = newEmail()
  const key = randomUUID()
  const { body } = await send({ email }, key)
  const inKiswahili = { email, language: 'sw', consent: consentShown.sw }
  expect(await send(inKiswahili, key)).toMatchObject({ status: 201, body })
  expect((await stored(email))[0].language).toBe('en')
})

test.each([
  '0712345678',
  '0712 345 678',
  '0110-123-456',
  '+254712345678',
  '+254 (0) 712 345 678',
  '(+254) 712 345 678',
  '00254 712 345678',
  '254.712.345.678',
])('the phone number %s is taken as it is written', async (number) => {
  const email = newEmail()
  expect((await send({ email, phone_number: ` ${number}` })).status).toBe(201)

  expect((await stored(email))[0].phone_number).toBe(number)
})

test('marks that nobody sees, copied with a contact or a link, are left out', async () => {
  const email = newEmail()
  const { status } = await send({
    email: `\u200B${email}\u200B`,
    phone_number: '\u202A+254 712 345 678\u202C',
    resume_url: 'https://files.example.com/cv.pdf\u200B',
  })

  expect(status).toBe(201)
  expect(await stored(email)).toMatchObject([
    { email, phone_number: '+254 712 345 678', resume_url: 'https://files.example.com/cv.pdf' },
  ])
})

test('a link typed without scheme is stored with https', async () => {
  const email = newEmail()
  const links = { linkedin_url: 'linkedin.com/in/x', resume_url: ' drive.example.com/cv.pdf' }
  expect((await send({ email, ...links })).status).toBe(201)

  const record = (await stored(email))[0]
  expect(record).toMatchObject({
    linkedin_url: 'https://linkedin.com/in/x',
    resume_url: 'https://drive.example.com/cv.pdf',
  })
  const body = submission(choices, { email, github_url: 'github.com/x' })
  const changed = await ask(api.attachments.update, { token, id: record._id, body })
  expect(changed.body.github_url).toBe('https://github.com/x')
})

test.each([
  ['0712‑345‑678', '0712-345-678'],
  ['0712–345−678', '0712-345-678'],
  ['tel:+254 712 345 678', '+254 712 345 678'],
  ['０７１２ ３４５ ６７８', '0712 345 678'],
  ['٠٧١٢ ٣٤٥ ٦٧٨', '0712 345 678'],
])('the phone number %s is taken as %s', async (number, written) => {
  const email = newEmail()
  expect((await send({ email, phone_number: number })).status).toBe(201)

  expect((await stored(email))[0].phone_number).toBe(written)
})

test('line breaks as word processors write them are line breaks', async () => {
  const email = newEmail()
  const { status } = await send({ email, about_yourself: 'One\vtwo\fthree\u2028four\r\nfive' })

  expect(status).toBe(201)
  expect(await stored(email)).toMatchObject([{ about_yourself: 'One\ntwo\nthree\nfour\nfive' }])
})

test.each([
  ['2025-09-01', '2025-09-01'],
  ['2025-09-01T00:00:00.000Z', '2025-09-01'],
  ['2026-02-28T23:30:00+03:00', '2026-02-28'],
  [' 2028-02-29 ', '2028-02-29'],
])('the day %s is stored as %s', async (written, day) => {
  const email = newEmail()
  const days = { date_of_birth: '2004-02-29T00:00:00Z', expected_graduation_date: written }
  expect((await send({ email, ...days, available_start_date: written })).status).toBe(201)

  expect((await stored(email))[0]).toMatchObject({
    date_of_birth: '2004-02-29',
    expected_graduation_date: day,
    available_start_date: day,
  })
})

test.each([
  [{ date_of_birth: yearsFrom(today, -14) }],
  [{ date_of_birth: yearsFrom(today, -100) }],
  [{ date_of_birth: '2003-03-27', expected_graduation_date: '2003-03-28' }],
  [{ expected_graduation_date: yearsFrom(today, 15) }],
  [{ available_start_date: yearsFrom(today, 5) }],
])('an applicant may give %j', async (days) => {
  expect((await send({ email: newEmail(), ...days })).status).toBe(201)
})

test('staff may store any birth, graduation and start', async () => {
  const email = newEmail()
  await send({ email })
  const [{ _id: id }] = await stored(email)
  const days = {
    date_of_birth: yearsFrom(today, 1),
    expected_graduation_date: '1950-01-01',
    available_start_date: yearsFrom(today, 6),
  }
  const body = submission(choices, { email, ...days })
  expect((await ask(api.attachments.update, { token, id, body })).body).toMatchObject(days)
})

test('the age is counted on the day in Kenya', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-07-31T21:00:00Z') })
  try {
    expect((await send({ email: newEmail(), date_of_birth: '2012-08-01' })).status).toBe(201)
    vi.setSystemTime(Date.parse('2026-07-31T20:59:59Z'))
    expect((await send({ email: newEmail(), date_of_birth: '2012-08-01' })).status).toBe(422)
  } finally {
    vi.useRealTimers()
  }
})

test('a reference is an id in any case, or an object with an _id', async () => {
  const email = newEmail()
  const { status } = await send({
    email,
    institution: { _id: choices.institution, name: 'ignored' },
    department: choices.department.toUpperCase(),
    course: { _id: choices.course.toUpperCase() },
  })
  const [{ institution, department, course }] = await stored(email)

  expect(status).toBe(201)
  expect({
    institution: institution._id,
    department: department._id,
    course: course._id,
  }).toEqual(choices)
})

test.each(['institution', 'department', 'course'])('an unknown %s is refused', async (field) => {
  const before = await applications()
  const { status, body } = await send({ [field]: randomUUID() })

  const article = field === 'institution' ? 'an' : 'a'
  expect(status).toBe(422)
  expect(body.fields).toEqual({ [field]: `Choose ${article} ${field} from the list` })
  expect(await applications()).toBe(before)
})

test('a course of another institution is refused', async () => {
  const { body: courses } = await ask(api.public.courses)
  const foreign = courses.find(
    (course: { institution: { _id: string } }) => course.institution._id !== choices.institution,
  )
  const before = await applications()
  const { status, body } = await send({ course: foreign._id })

  expect([status, body.fields]).toEqual([
    422,
    { course: 'Choose a course of the chosen institution' },
  ])
  expect(await applications()).toBe(before)
})

const newDepartment = async () => {
  const name = randomUUID()
  const input = { name, code: name.slice(0, 13) }
  return (await ask(api.departments.create, { token, body: input })).body._id as string
}

test('a department that has been deleted is refused', async () => {
  const department = await newDepartment()
  await ask(api.departments.remove, { token, id: department })

  const { status, body } = await send({ department })
  expect([status, Object.keys(body.fields)]).toEqual([422, ['department']])
})

test('a department that is deleted at the same moment is either used or gone', async () => {
  for (let round = 0; round < 10; round++) {
    const department = await newDepartment()
    const email = newEmail()
    const [sent, removed] = await Promise.all([
      send({ department, email }),
      ask(api.departments.remove, { token, id: department }),
    ])
    const used = (await stored(email)).map((record: typeof choices) => record.department)

    expect([
      [201, 409, [{ _id: department, name: expect.any(String) }]],
      [409, 200, []],
      [422, 200, []],
    ]).toContainEqual([sent.status, removed.status, used])
  }
})

test('of applications that arrive together each is answered and stored by itself', async () => {
  const kinds = [
    { expected: [201], changes: {} },
    { expected: [422], changes: { department: randomUUID() } },
    // Two different applications with the same idempotency key: only one of them is stored.
    { expected: [201, 409], changes: {} },
  ]
  const some = Array.from({ length: 40 }, (_, index) => {
    const email = newEmail()
    return { email, key: randomUUID(), kind: kinds[index % 10] ?? kinds[0]! }
  })
  const answers = await Promise.all(
    some.map(({ email, key, kind }) =>
      Promise.all(
        kind.expected.map((_, index) =>
          send({ email, ...kind.changes, first_name: `Zawadi ${index}` }, key),
        ),
      ),
    ),
  )

  for (const [index, { email, kind }] of some.entries()) {
    const statuses = answers[index]!.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual(kind.expected)
    const taken = answers[index]!.filter(({ status }) => status === 201)
    const records = (await stored(email)) as { referenceId: string }[]
    expect(records.map(({ referenceId }) => referenceId)).toEqual(
      taken.map(({ body }) => body.referenceId),
    )
  }
})

test('every application has a reference id of its own', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => send()))
  const ids = new Set(answers.map(({ body }) => body.referenceId))

  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(referenceIdPattern)
})

test('a repeat under the same key is answered the same and stored once', async () => {
  const email = newEmail()
  const key = randomUUID()
  const first = await send({ email }, key)
  const second = await send({ email: ` ${email.toUpperCase()}`, unknown: 'ignored' }, key)

  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await stored(email)).toHaveLength(1)
})

test('20 repeats at the same moment are one application', async () => {
  const email = newEmail()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => send({ email }, key)))
  const [record, ...others] = await stored(email)

  expect(others).toEqual([])
  for (const { status, body } of answers) {
    expect([status, body.referenceId]).toEqual([201, record.referenceId])
  }
})

test('other answers under the same key are a conflict that names the reference', async () => {
  const email = newEmail()
  const key = randomUUID()
  const first = await send({ email }, key)
  const { status, body } = await send({ email, first_name: 'Rehema' }, key)

  expect(status).toBe(409)
  expect(body.message).toContain(first.body.referenceId)
  expect(await stored(email)).toMatchObject([{ first_name: 'Zawadi' }])
})

test('a key that was refused with the answers can be used again', async () => {
  const email = newEmail()
  const key = randomUUID()
  expect((await send({ email, department: randomUUID() }, key)).status).toBe(422)

  expect((await send({ email }, key)).status).toBe(201)
  expect(await stored(email)).toHaveLength(1)
})

test('without a key, or under another, the same answers are another application', async () => {
  const email = newEmail()
  await Promise.all([send({ email }), send({ email }), send({ email }, randomUUID())])

  expect(await stored(email)).toHaveLength(3)
})

test.each(['short', '', 'a'.repeat(101), 'with spaces in it', "'; drop table attachments; --"])(
  'the key %j is refused',
  async (key) => {
    const before = await applications()
    const { status, body } = await send({}, key)

    expect([status, Object.keys(body.fields)]).toEqual([400, ['idempotency-key']])
    expect(await applications()).toBe(before)
  },
)

test('the lists to choose from are public and in the order of their names', async () => {
  const [institutions, departments, courses] = await Promise.all(
    [api.public.institutions, api.public.departments, api.public.courses].map((call) => ask(call)),
  )
  // Only first letters are compared, because databases sort the other letters differently.
  const initialsOf = (answer: typeof institutions) =>
    answer!.body.map(({ name }: { name: string }) => name[0]!.toLowerCase()) as string[]

  expect(Object.keys(institutions!.body[0])).toEqual(['_id', 'name', 'county'])
  expect(Object.keys(departments!.body[0])).toEqual(['_id', 'name', 'name_sw'])
  expect(Object.keys(courses!.body[0]).toSorted()).toEqual([
    '_id',
    'certification',
    'institution',
    'label',
    'name',
  ])
  for (const list of [institutions, departments, courses]) {
    const initials = initialsOf(list)
    expect(initials).toEqual(initials.toSorted())
  }
})

test('the courses of one institution are its own', async () => {
  const institution = choices.institution
  const { body } = await ask(api.public.courses, { query: { institution } })
  const expected = await db
    .selectFrom('courses')
    .select('_id')
    .where('institution', '=', institution)
    .execute()
  const none = await ask(api.public.courses, { query: { institution: randomUUID() } })

  const ids = (rows: { _id: string }[]) => rows.map(({ _id }) => _id).toSorted()
  expect(ids(body)).toEqual(ids(expected))
  expect([none.status, none.body]).toEqual([200, []])
})
