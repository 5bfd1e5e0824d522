import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { letterCodePattern, type VerifiedLetter } from '../../contract/intake/letter.ts'
import type { Placement } from '../../contract/intake/placement.ts'
import { choicesOf, formTo, startApi } from '../support/api.ts'
import { dayIn, intakeActors } from '../support/intakes.ts'
import { hasPoppler, hasZbar, infoOf, qrCodeOf, structureOf, textOf } from '../support/pdf-tools.ts'

const PUBLIC_URL = 'https://letters.example.org'
const { app, ask, db, token } = await startApi({ PUBLIC_URL }, { pages: 'build' })
const choices = await choicesOf(ask)
const { accept, answer, apply, create } = intakeActors(ask, token, choices)

const ended = {
  opensAt: '2020-01-01T00:00:00Z',
  startsOn: '2020-03-02',
  endsOn: dayIn(-2),
}

/** An applicant with an offer that is not answered yet. */
async function offered(dates: object = {}, answers: object = {}) {
  const { _id: intake } = await create(1, dates)
  const applied = await apply(intake, answers)
  await accept(applied._id)
  return applied
}

async function placed(dates: object = {}, answers: object = {}) {
  const applied = await offered(dates, answers)
  await answer(applied, 'confirm')
  return applied
}

async function placementOf({ _id }: Application) {
  const { body } = await ask(api.placements.list, { token, query: { application: _id } })
  return body[0] as Placement
}

async function changePlacement(applied: Application, changes: object) {
  const { department, supervisor: _, ...body } = await placementOf(applied)
  return ask(api.placements.update, {
    token,
    id: body._id,
    body: { ...body, department: department?._id, supervisor: null, ...changes },
  })
}

const letter = ({ _id }: Application, query: Record<string, string> = { kind: 'acceptance' }) =>
  ask(api.attachments.letter, { token, id: _id, query })

const many = (ids: string[], query: Record<string, string> = { kind: 'acceptance' }) =>
  app.inject({
    url: '/api/admin/attachments/letters.pdf',
    headers: { authorization: `Bearer ${token}` },
    query: { ids: ids.join(), ...query },
  })

const proofOf = ({ referenceId, email }: Application) => ({
  reference: referenceId,
  contact: email,
})

const own = (body: object) => ask(api.public.ownLetter, { body })

/** The codes of the letters of an application, the oldest first. */
async function codesOf({ _id }: Application) {
  const rows = await db
    .selectFrom('letters')
    .select('code')
    .where('attachment', '=', _id)
    .orderBy('_id')
    .execute()
  return rows.map(({ code }) => code)
}

const check = (code: string) => app.inject(`/api/users/verify/${encodeURIComponent(code)}`)
const stateOf = async (code: string) => (await check(code)).json<VerifiedLetter>().state
const page = (path: string) => app.inject(path)

const isPdf = (text: string) => text.startsWith('%PDF-1.7')

test('a letter is a PDF that no cache stores, and the history says so', async () => {
  const applied = await placed()

  const { status, headers, text } = await letter(applied)

  expect([status, isPdf(text)]).toEqual([200, true])
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['content-disposition']).toContain(
    `attachment; filename="Acceptance letter ${applied.first_name}`,
  )
  expect(text.length).toBeLessThan(25_000)
  const { body } = await ask(api.history, { token, query: { record: applied._id } })
  expect(body[0]).toMatchObject({ action: 'letter', fields: ['acceptance'] })
})

test('the same facts keep their code, and other facts get a new one', async () => {
  const applied = await placed()
  await letter(applied)
  await letter(applied, { kind: 'acceptance', language: 'sw' })
  const [first = '', ...others] = await codesOf(applied)
  expect([letterCodePattern.test(first), others]).toEqual([true, []])
  expect(await stateOf(first)).toBe('valid')

  await changePlacement(applied, { endsOn: dayIn(100) })
  expect(await stateOf(first), 'before a new letter is issued').toBe('replaced')
  await letter(applied)
  await changePlacement(applied, { endsOn: dayIn(100), supervisorName: 'Fatma Ali' })
  await letter(applied)

  const codes = await codesOf(applied)
  expect(await Promise.all(codes.map(stateOf))).toEqual(['replaced', 'replaced', 'valid'])
})

test('a code says little, and the same in every spelling', async () => {
  const applied = await placed({}, { first_name: 'Zawadi', last_name: 'Ömari' })
  await letter(applied)
  const [code = ''] = await codesOf(applied)
  const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('-', ' ')

  const link = `https://foundation.example/verify/${code}`
  for (const pasted of [link, `Code: ${code}.`, `“${code}”`]) {
    const { statusCode, headers } = await page(`/verify?code=${encodeURIComponent(pasted)}`)
    expect([pasted, statusCode, headers.location]).toEqual([pasted, 302, `/verify/${code}`])
    expect([pasted, (await check(pasted)).statusCode]).toEqual([pasted, 200])
  }
  const { statusCode, body } = await check(typed)

  expect(statusCode).toBe(200)
  const placement = await placementOf(applied)
  expect(JSON.parse(body)).toEqual({
    valid: true,
    state: 'valid',
    firstName: 'Zawadi',
    initial: 'Ö',
    institution: placement.institution?.name,
    department: placement.department?.name,
    department_sw: 'Mawasiliano',
    startsOn: placement.startsOn,
    endsOn: placement.endsOn,
    kind: 'acceptance',
    issuedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  for (const secret of ['mari', applied.email, applied.referenceId, applied.phone_number]) {
    expect(body).not.toContain(secret)
  }
})

test.each(['7K3-Q9M-2XA-BCD', '7K3-Q9M-2XA', 'UUU-UUU-UUU-UUU', '%00', "' or 1=1 --"])(
  'no letter has the code %s',
  async (code) => {
    const answered = await check(code)
    expect([answered.statusCode, answered.json().message]).toEqual([
      404,
      'We know no letter with this code. Please check the code.',
    ])
    const shown = await page(`/verify/${encodeURIComponent(code)}`)
    expect([shown.statusCode, shown.body.includes('<form')]).toEqual([404, true])
  },
)

test('guesses of codes are limited per network, and codes of letters do not count', async () => {
  const limited = await startApi({ RATE_LIMIT: 'on' })
  const guess = (remoteAddress: string) =>
    limited.app.inject({ url: '/api/users/verify/7K3-Q9M-2XA-BCD', remoteAddress })
  for (let tries = 0; tries < 200; tries++) {
    expect((await guess('203.0.113.1')).statusCode).toBe(404)
  }
  const refused = await guess('203.0.113.1')

  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'Too many codes that no letter has. Please try again in 60 minutes.',
  ])
  expect((await guess('203.0.113.2')).statusCode).toBe(404)
})

test('people without a confirmed place get no letter', async () => {
  const { _id: intake } = await create(5)
  const [received, declined] = [await apply(intake), await offered()]
  const open = await offered()
  await answer(declined, 'decline')

  for (const applied of [received, declined, open]) {
    const { status, body } = await letter(applied)
    expect([status, body.message]).toEqual([
      409,
      'This letter is made once the applicant has confirmed the place.',
    ])
    expect((await own({ ...proofOf(applied), kind: 'acceptance' })).status).toBe(409)
    expect(await codesOf(applied)).toEqual([])
  }
})

test('a certificate is made from the day after the last day', async () => {
  const running = await placed()
  const refused = await letter(running, { kind: 'completion' })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A certificate is made once the attachment has ended.',
  ])

  const applied = await placed(ended)
  const { status, headers } = await letter(applied, { kind: 'completion', language: 'sw' })
  expect([status, headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('filename="Cheti cha kumaliza mafunzo'),
  ])
  const [code = ''] = await codesOf(applied)
  expect(await stateOf(code)).toBe('valid')
  await changePlacement(applied, { endsOn: dayIn(30) })
  expect(await stateOf(code), 'a certificate of a longer attachment').toBe('replaced')
})

test('a certificate stays valid when names change, and not when the placement moves', async () => {
  const applied = await placed(ended)
  const certificate = () => letter(applied, { kind: 'completion' })
  await certificate()
  const { institution, department } = await placementOf(applied)
  const rename = async (call: Record<'get' | 'update', Endpoint>, id: string, name: string) => {
    const { body } = await ask(call.get, { token, id })
    return ask(call.update, { token, id, body: { ...body, name } })
  }
  const renamed = [
    await rename(api.departments, department!._id, 'Communication and Media'),
    await rename(api.institutions, institution!._id, 'A renamed college'),
    await changePlacement(applied, { supervisorName: 'Fatma Ali' }),
  ]
  expect(renamed.map(({ status }) => status)).toEqual([200, 200, 200])
  await certificate()
  const codes = await codesOf(applied)
  expect(await Promise.all(codes.map(stateOf))).toEqual(['valid', 'valid'])

  const { body: departments } = await ask(api.public.departments)
  await changePlacement(applied, { department: departments.at(-1)._id })
  await certificate()
  const all = await codesOf(applied)
  expect(await Promise.all(all.map(stateOf))).toEqual(['replaced', 'replaced', 'valid'])
})

const withdrawals: [string, (applied: Application) => Promise<unknown>][] = [
  ['revoked by staff', ({ _id }) => accept(_id)],
  ['withdrawn by the applicant', (one) => ask(api.public.withdraw, { body: proofOf(one) })],
  [
    'broken off',
    (one) =>
      changePlacement(one, {
        brokenOffOn: one.intake ? dayIn(41) : null,
        brokenOffReason: 'Illness',
      }),
  ],
]

test.each(withdrawals)('a letter is withdrawn at once when the place is %s', async (_how, end) => {
  const applied = await placed()
  await letter(applied)
  const [code = ''] = await codesOf(applied)
  expect(await stateOf(code)).toBe('valid')

  await end(applied)

  expect((await check(code)).json()).toMatchObject({ state: 'withdrawn', valid: false })
  expect((await letter(applied)).status).toBe(409)
  expect((await page(`/verify/${code}`)).body).toContain('This letter is withdrawn')
})

test('an undone revocation makes the letter valid again', async () => {
  const applied = await placed()
  await letter(applied)
  const [code = ''] = await codesOf(applied)
  const { undo } = (await accept(applied._id)).body
  expect(await stateOf(code)).toBe('withdrawn')

  await ask(api.attachments.decide, { token, body: undo[0] })

  expect(await stateOf(code)).toBe('valid')
})

test('an erased application leaves no code behind', async () => {
  const applied = await placed()
  await letter(applied)
  const [code = ''] = await codesOf(applied)

  await ask(api.personalData.erase, { token, body: { ids: [applied._id] } })

  expect((await check(code)).statusCode).toBe(404)
})

test('applicants download their letter with their proof only', async () => {
  const applied = await placed()
  const proof = proofOf(applied)

  const { status, text, headers } = await own({ ...proof, kind: 'acceptance' })
  expect([status, isPdf(text), headers['content-type'], headers['cache-control']]).toEqual([
    200,
    true,
    'application/pdf',
    'no-store',
  ])
  const wrong = await own({ ...proof, contact: 'somebody@example.org', kind: 'acceptance' })
  expect(wrong.status).toBe(404)
  expect((await own({ ...proof, kind: 'diploma' })).body.fields).toHaveProperty('kind')
})

test.each(['', '/sw'])(
  'the form under "%s" downloads a letter without JavaScript',
  async (prefix) => {
    const path = `${prefix}/industrial-attachment/letter`
    const applied = await placed()
    const fields = { ...proofOf(applied), kind: 'acceptance', language: 'sw' }

    const sent = await app.inject(formTo(path, fields))
    expect([sent.statusCode, isPdf(sent.body), sent.headers['cache-control']]).toEqual([
      200,
      true,
      'no-store',
    ])

    const early = await app.inject(formTo(path, { ...fields, kind: 'completion' }))
    expect(early.statusCode).toBe(409)
    expect(early.body).toContain(
      prefix
        ? 'Cheti hutolewa baada ya mafunzo'
        : 'A certificate is made once the attachment has ended.',
    )
    const wrong = await app.inject(formTo(path, { ...fields, contact: 'somebody@example.org' }))
    expect([wrong.statusCode, wrong.headers.location]).toEqual([
      307,
      `${prefix}/industrial-attachment/status`,
    ])
  },
)

test('many letters are one PDF, and people without a letter are left out', async () => {
  const { _id: intake } = await create(3)
  const all = [await apply(intake), await apply(intake), await apply(intake)]
  for (const applied of all.slice(0, 2)) {
    await accept(applied._id)
    await answer(applied, 'confirm')
  }
  const ids = all.map(({ _id }) => _id)

  const { statusCode, headers, rawPayload } = await many([...ids, ids[0]!])

  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ])
  expect(rawPayload.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(2)
  const codes = await Promise.all(all.map(codesOf))
  expect(codes.map(({ length }) => length)).toEqual([1, 1, 0])

  const none = await many(ids.slice(2))
  expect([none.statusCode, none.json().message]).toEqual([
    409,
    'None of these applicants has a confirmed place. A letter is made once the place is confirmed.',
  ])
  expect((await many(ids, { kind: 'completion' })).statusCode).toBe(409)
  expect((await many(['nobody'])).statusCode).toBe(400)
})

test('a name in a script that the typeface lacks is refused', async () => {
  const foreign = await placed({}, { last_name: '王小明' })
  const { status, body } = await letter(foreign)
  expect([status, body.message]).toEqual([
    409,
    'This letter cannot be printed: a name has letters that our typeface lacks.',
  ])
  expect(await codesOf(foreign)).toEqual([])
})

test('the page of a code redirects to one address, and has no script and no cache', async () => {
  const applied = await placed()
  await letter(applied)
  const [code = ''] = await codesOf(applied)
  const typed = code.toLowerCase().replaceAll('-', '')
  for (const url of [`/verify?code=${typed}`, `/verify/${typed}`]) {
    const { statusCode, headers } = await page(url)
    expect([statusCode, headers.location]).toEqual([302, `/verify/${code}`])
  }

  const { statusCode, headers, body } = await page(`/verify/${code}`)

  expect([statusCode, headers['cache-control'], headers['referrer-policy']]).toEqual([
    200,
    'no-store',
    'same-origin',
  ])
  expect(body).not.toMatch(/<script|modulepreload/)
  expect(body).toContain('<meta name="robots" content="noindex, follow"/>')
  for (const text of ['This letter is valid', `${applied.last_name[0]}.`, `${PUBLIC_URL}/verify`]) {
    expect(body.replaceAll('<!-- -->', '')).toContain(text)
  }
  expect(body).not.toContain(applied.last_name)
  const swahili = await page(`/sw/verify?code=${typed}`)
  expect(swahili.headers.location).toBe(`/sw/verify/${code}`)
  expect((await page(`/sw/verify/${code}`)).body).toContain('Barua hii ni halali')
  expect((await page('/verify')).statusCode).toBe(200)
})

const withoutPoppler = !hasPoppler()
const withoutZbar = withoutPoppler || !hasZbar()
/** Why a test is skipped, at the end of its name. */
const needs = (programs: string, isMissing: boolean) =>
  isMissing ? ` (skipped: needs ${programs})` : ''
const ofPoppler = needs('poppler-utils', withoutPoppler)
const ofZbar = needs('poppler-utils and zbar-tools', withoutZbar)

/** The bytes of a letter. */
async function bytesOf({ _id }: Application, query: Record<string, string>) {
  const answered = await app.inject({
    url: `/api/admin/attachments/${_id}/letter`,
    headers: { authorization: `Bearer ${token}` },
    query,
  })
  return answered.rawPayload
}

test.skipIf(withoutPoppler)(`a letter is a tagged PDF in its language${ofPoppler}`, async () => {
  const names = { first_name: 'Zawadi', last_name: 'Ğülşen', middle_name: null }
  const applied = await placed({}, names)
  await changePlacement(applied, { supervisorName: 'Fatma Ali' })
  const { institution, startsOn } = await placementOf(applied)
  const english = await bytesOf(applied, { kind: 'acceptance' })
  const swahili = await bytesOf(applied, { kind: 'acceptance', language: 'sw' })
  const [code = ''] = await codesOf(applied)

  expect(await infoOf(english)).toMatch(/Title: +Acceptance for an industrial attachment/)
  expect(await infoOf(swahili)).toMatch(/Tagged: +yes[\s\S]*Pages: +1\n/)
  expect(english.toString('latin1')).toContain('/Lang (en)')
  expect(swahili.toString('latin1')).toContain('/Lang (sw)')
  expect(english.toString('latin1')).toContain(`/Alt (QR code of the page`)
  const structure = await structureOf(english)
  expect(structure).toMatch(/H1 \(block\)\n +"Acceptance for an industrial attachment"/)
  expect(structure.match(/^ +\w+/gm)!.map((tag) => tag.trim())).toEqual(
    expect.arrayContaining(['Figure', 'P', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody']),
  )
  const text = await textOf(english)
  for (const said of ['Zawadi Ğülşen', institution!.name, 'Fatma Ali', code, 'logbook']) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(said)
  }
  expect(text).toContain(startsOn.slice(0, 4))
  expect(await textOf(swahili)).toContain('Tafadhali leta siku ya kwanza')
})

test.skipIf(withoutPoppler)(`long names stay on the page${ofPoppler}`, async () => {
  const names = { first_name: 'Zawadi '.repeat(14), last_name: 'Mwangi '.repeat(14) }
  const applied = await placed({}, names)

  const pdf = await bytesOf(applied, { kind: 'acceptance' })

  const text = await textOf(pdf)
  expect(text.match(/Zawadi/g)!.length).toBeGreaterThanOrEqual(14)
  expect(await infoOf(pdf)).toMatch(/Pages: +1\n/)
})

test.skipIf(withoutZbar)(`the QR code leads to the page of the code${ofZbar}`, async () => {
  const applied = await placed(ended)
  const pdf = await bytesOf(applied, { kind: 'completion' })
  const [code] = await codesOf(applied)

  expect(await qrCodeOf(pdf)).toBe(`${PUBLIC_URL}/verify/${code}`)
})
