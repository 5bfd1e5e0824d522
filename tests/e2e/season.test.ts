import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { APIRequestContext, Page } from '@playwright/test'

import { findProgramFolder } from '../../server/cli/backup/find-program.ts'
import { type } from '../support/hands.ts'
import { aPerson, fillIn, people, send } from './application-form.ts'
import { api, enterBackOffice, expect, onlyInAll, test } from './support.ts'

/** 4 May 2026, 9:00 in Kenya. */
const begin = '2026-05-04T06:00:00Z'
test.use({ serverTime: begin })

const applyPath = '/industrial-attachment/apply'
const statusPage = '/industrial-attachment/status'

interface Applied {
  _id: string
  referenceId: string
  email: string
  offer: { state: string; answerBy: string } | null
  waiting: { rank: number } | null
}

type Kind = 'acceptance' | 'completion'
type Call = Awaited<ReturnType<typeof api>>

test(
  'a whole season, from the opening of an intake to the certificates',
  { tag: ['@both-engines', ...onlyInAll()] },
  async ({ page, context, request, clock }) => {
    test.setTimeout(240_000)
    let staff = await api(request)
    const departments: { _id: string; name: string }[] = await staff('GET', '/users/departments')
    const department = departments.find(({ name }) => name === 'Communication')!
    const intake = await staff('POST', '/admin/intakes', {
      name: 'September 2026',
      name_sw: 'Septemba 2026',
      opensAt: '2026-05-04T05:00:00Z',
      closesAt: '2026-05-29T14:00:00Z',
      startsOn: '2026-09-07',
      endsOn: '2026-11-27',
      answerDays: 7,
      autoPromote: true,
      places: [{ department: department._id, places: 12 }],
    })

    await page.goto('/industrial-attachment')
    await expect(page.getByRole('heading', { name: 'September 2026 is open' })).toBeVisible()
    await page.goto(applyPath)
    await fillIn(page, aPerson('season-browser'))
    await send(page)
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    await applyPlainly(request, staff, { intake: intake._id, department: department._id })

    const all = await listOf(staff, intake._id)
    expect(all).toHaveLength(60)
    const ids = all.map(({ _id }) => _id).toReversed()
    await plan(staff, ids.slice(0, 12), { is_accepted: true })
    await plan(staff, ids.slice(12, 20), { waiting: true })
    await plan(staff, ids.slice(20), { decline: { reason: 'no-place', message: null } })
    expect((await listOf(staff, intake._id)).filter(({ offer }) => offer)).toEqual([])
    await sendInBackOffice(await context.newPage(), intake._id)

    const offered = (await listOf(staff, intake._id)).filter(({ offer }) => offer).toReversed()
    expect(offered).toHaveLength(12)
    for (const applied of offered.slice(0, 7)) await answer(page, applied, 'confirm')
    for (const applied of offered.slice(7, 10)) await answer(page, applied, 'decline')
    // Three from the waiting list move up, and confirm.
    const moved = await openOffers(staff, intake._id, 5)
    const fresh = moved.filter(({ _id }) => !offered.some((one) => one._id === _id))
    expect(fresh).toHaveLength(3)
    for (const applied of fresh) await answer(page, applied, 'confirm')

    // Two do not answer in time, and two more move up.
    clock?.set(afterTime(offered[10]!.offer!.answerBy))
    staff = await api(request)
    const last = await openOffers(staff, intake._id, 2)
    expect(last.every(({ waiting }) => waiting === null)).toBe(true)
    await expect
      .poll(async () => states(await listOf(staff, intake._id)), { timeout: 30_000 })
      .toEqual({ confirmed: 10, declined: 3, lapsed: 2, open: 2 })

    const [first, second] = offered
    const code = await codeOf(page, staff, first!, 'acceptance')
    await page.goto(`/verify/${code}`)
    await expect(page.getByRole('main')).toContainText(/valid/i)
    const revoked = await codeOf(page, staff, second!, 'acceptance')
    await staff('PUT', `/admin/attachments/${second!._id}/accept`, { is_accepted: false })
    await page.goto(`/verify/${revoked}`)
    await expect(page.getByRole('main')).toContainText(/withdrawn/i)

    clock?.set('2026-11-28T06:00:00Z')
    staff = await api(request)
    const certificate = await codeOf(page, staff, first!, 'completion')
    await page.goto(`/verify/${certificate.toLowerCase()}`)
    await expect(page.getByRole('main')).toContainText('Communication')
    const funnel = await staff('GET', `/admin/intakes/${intake._id}/funnel`)
    expect(funnel.total).toMatchObject({ applied: 60, confirmed: 9, completed: 9 })
  },
)

/** Sends 59 applications as browsers without scripts do. */
async function applyPlainly(request: APIRequestContext, staff: Call, place: object) {
  const [course] = await staff('GET', '/users/courses')
  for (const person of people(59, 'season')) {
    const { agree_communications: _, ...answers } = person
    const form = {
      ...answers,
      ...place,
      institution: course.institution._id,
      course: course._id,
      can_attend_onsite: 'on',
      agree_terms: 'on',
    }
    const { status, url } = await request
      .post(applyPath, { form: texts(form) })
      .then((response) => ({ status: response.status(), url: response.url() }))
    expect([status, url]).toEqual([200, expect.stringContaining('/success?')])
  }
}

function texts(form: object) {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
}

/** The applications of the intake, the newest first. */
async function listOf(staff: Call, intake: string): Promise<Applied[]> {
  return staff('GET', `/admin/attachments?intake=${intake}&includeArchived=true&limit=200`)
}

function plan(staff: Call, ids: string[], planned: object) {
  return staff('POST', '/admin/attachments/decisions', { ids, planned })
}

/** Staff read the texts of the planned answers, and send them. */
async function sendInBackOffice(page: Page, intake: string) {
  await page.clock.setFixedTime(begin)
  await enterBackOffice(page, `/admin/industrial-attachments?intake=${intake}`)
  await page.getByRole('button', { name: 'Send 60 answers' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(60)
  await expect(dialog.getByText(/A place for you|Kuna nafasi yako/)).toHaveCount(12)
  await dialog.getByRole('button', { name: 'Send 60 answers' }).click()
  await expect(page.getByText('60 answers sent')).toBeVisible()
}

async function show(page: Page, { referenceId, email }: Applied) {
  await page.goto(statusPage)
  await type(page.locator('[name="reference"]'), referenceId)
  await type(page.locator('[name="contact"]'), email)
  await page.getByRole('button', { name: 'Check' }).click()
}

async function answer(page: Page, applied: Applied, how: 'confirm' | 'decline') {
  await show(page, applied)
  const press = (name: string) => page.getByRole('button', { name }).click()
  if (how === 'confirm') await press('Yes, I accept')
  else {
    await press('No, I decline')
    await press('Yes, decline the place')
  }
  const title = how === 'confirm' ? 'Your place is confirmed' : 'You have declined the place'
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

/** Waits until so many offers are open, and returns them. */
async function openOffers(staff: Call, intake: string, count: number) {
  const open = async () =>
    (await listOf(staff, intake)).filter(({ offer }) => offer?.state === 'open')
  await expect.poll(async () => (await open()).length, { timeout: 30_000 }).toBe(count)
  return open()
}

/** The number of applications by the state of their offer. */
function states(all: Applied[]) {
  const offered = all.flatMap(({ offer }) => offer?.state ?? [])
  const groups = Map.groupBy(offered, (state) => state)
  return Object.fromEntries([...groups].map(([state, some]) => [state, some.length]))
}

/** Downloads a letter from the status page. */
async function letterOf(page: Page, applied: Applied, kind: Kind) {
  await show(page, applied)
  const name = kind === 'acceptance' ? /acceptance letter/ : /certificate of completion/
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return download.path()
}

/** Programs that read a QR code. Without them, only the code that the server has stored is used. */
const readsQrCodes = ['pdftoppm', 'zbarimg'].every((name) => findProgramFolder(name))

/** The code of the applicant's letter, compared with the QR code of the PDF. */
async function codeOf(page: Page, staff: Call, applied: Applied, kind: Kind) {
  const pdf = await letterOf(page, applied, kind)
  const data = await staff('GET', `/admin/personal-data?ids=${applied._id}`)
  const letters: { kind: Kind; code: string }[] = data.applications[0].letters
  const code = letters.findLast((letter) => letter.kind === kind)?.code ?? ''
  if (readsQrCodes) expect(pathInQrCode(pdf)).toBe(`/verify/${code}`)
  return code
}

function pathInQrCode(pdf: string) {
  const folder = mkdtempSync(join(tmpdir(), 'foundation-letter-'))
  try {
    const image = join(folder, 'page')
    execFileSync('pdftoppm', ['-r', '150', '-png', '-singlefile', pdf, image])
    const url = execFileSync('zbarimg', ['--quiet', '--raw', `${image}.png`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return new URL(url.trim()).pathname
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function afterTime(time: string) {
  return new Date(Date.parse(time) + 1000).toISOString()
}
