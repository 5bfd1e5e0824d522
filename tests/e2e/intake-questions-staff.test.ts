import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import type { APIRequestContext, Page } from '@playwright/test'

import { comeBackUntil } from '../support/browser-events.ts'
import { choose, tick, type } from '../support/hands.ts'
import { question } from '../support/questions.ts'
import { anotherPerson, submission } from '../support/submission.ts'
import { aPerson, fillIn, send } from './application-form.ts'
import { checkScreen, waitForData } from './back-office-screens.ts'
import { goOffline, path as formPath } from './drafts.ts'
import { createIntake } from './intake-records.ts'
import { repeatedWidths } from './layout.ts'
import { list } from './records.ts'
import { administrator, api, enterBackOffice, expect, onlyInAll, test } from './support.ts'

test.use({ serverTime: '2027-03-02T06:00:00Z', ownServer: 'questions of staff' })

/** An intake that is open at the server's time. */
function openIntake(request: APIRequestContext, name: string) {
  const dates = {
    opensAt: '2027-03-01T08:00:00+03:00',
    closesAt: '2027-03-20T17:00:00+03:00',
    startsOn: '2027-05-04',
    endsOn: '2027-08-28',
  }
  return createIntake(request, name, dates)
}

interface Asked {
  number: number
  questions: { _id: string; label: string; options: { _id: string; label: string }[] }[]
}

/** Saves and publishes questions by the API. */
async function publish(request: APIRequestContext, intake: string, questions: object[]) {
  const call = await api(request)
  const url = `/admin/intakes/${intake}/questions`
  const { updatedAt } = (await call('GET', url)).draft
  await call('PUT', url, { questions, updatedAt })
  return (await call('POST', `${url}/publish`)) as Asked
}

/** Applies for an intake, with answers by the label of their question. */
async function apply(
  request: APIRequestContext,
  intake: string,
  { number, questions }: Asked,
  answers: Record<string, unknown>,
  changes: object = {},
) {
  const call = await api(request)
  const [course] = await call('GET', '/users/courses')
  const [department] = await call('GET', '/users/departments')
  const choices = {
    institution: course.institution,
    course: course._id,
    department: department._id,
  }
  const given = Object.entries(answers).map(([label, value]) => {
    const { _id, options } = questions.find((one) => one.label === label)!
    const option = options.find((one) => one.label === value)
    return [_id, option?._id ?? value]
  })
  const extra = { questionSet: number, extra: Object.fromEntries(given) }
  const body = { ...submission(choices, { ...anotherPerson(), intake, ...changes }), ...extra }
  return call('POST', '/users/industrial-attachments', body)
}

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click()
const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true })
const asked = (page: Page) => page.getByRole('list', { name: 'Questions of the draft' })

test(
  'staff write questions and change them while somebody offline answers; they get, filter and export all answers',
  { tag: '@both-engines' },
  async ({ page, request, browser }) => {
    test.setTimeout(120_000)
    const hobby = 'Your <b>hobby</b>'
    const intake = await openIntake(request, 'Asking intake')
    await enterBackOffice(page, `/admin/intakes?q=Asking`)
    await page.getByRole('link', { name: 'Questions: Asking intake' }).click()
    await said(page, 'Here you add up to 12 questions')

    const add = page.getByRole('button', { name: 'Add a question' })
    await add.click()
    await choose(field(page, 'Kind of answer'), 'Yes or no')
    await type(dialog(page).getByLabel(/^Question \(|^Question$/), 'Can you bring a laptop?')
    await tick(dialog(page).getByLabel('An answer is required'))
    await press(page, 'Add to the draft')
    await said(page, 'Question added to the draft')

    await add.click()
    await choose(field(page, 'Kind of answer'), 'Choose one')
    await type(dialog(page).getByLabel(/^Question$/), 'Shirt size')
    await type(field(page, 'Option 1'), 'Small')
    await press(page, 'Add to the draft')
    await expect(dialog(page).getByRole('group', { name: 'Options' })).toContainText(
      'Give at least 2 options',
    )
    await type(field(page, 'Option 2'), 'small')
    await press(page, 'Add an option')
    await page.keyboard.type('Large')
    await press(page, 'Add to the draft')
    await said(page, 'Give each option another name')
    await type(field(page, 'Option 2'), 'Medium')
    await press(page, 'Add to the draft')
    await expect(dialog(page)).toHaveCount(0)

    await add.click()
    await choose(field(page, 'Kind of answer'), 'Number')
    await type(dialog(page).getByLabel(/^Question$/), 'Shoe size')
    await type(dialog(page).getByLabel(/^Smallest/), '60')
    await type(dialog(page).getByLabel(/^Largest/), '30')
    await press(page, 'Add to the draft')
    await expect(dialog(page).getByLabel(/^Largest/)).toHaveAccessibleDescription(
      'The largest must not be below the smallest',
    )
    await type(dialog(page).getByLabel(/^Smallest/), '20')
    await type(dialog(page).getByLabel(/^Largest/), '60')
    await press(page, 'Add to the draft')
    await expect(dialog(page)).toHaveCount(0)

    await add.click()
    await type(dialog(page).getByLabel(/^Question$/), hobby)
    await type(dialog(page).getByLabel(/^Question in Kiswahili/), 'Unapenda kufanya nini?')
    await press(page, 'Add to the draft')
    await expect(asked(page).getByRole('listitem')).toHaveCount(4)

    // The focus stays on the button, so that a question moves on with the same key.
    await page.getByRole('button', { name: `Move up: ${hobby}` }).focus()
    await page.keyboard.press('Enter')
    await said(page, `“${hobby}” has place 3 now`)
    await page.keyboard.press('Enter')
    await said(page, `“${hobby}” has place 2 now`)
    await expect(page.getByRole('button', { name: `Move up: ${hobby}` })).toBeFocused()
    await expect(asked(page).getByRole('listitem')).toContainText([
      'Can you bring a laptop?',
      hobby,
      'Shirt size',
      'Shoe size',
    ])
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('tab', { name: 'Kiswahili' }).click()
    await expect(preview.getByLabel('Unapenda kufanya nini?')).toBeVisible()
    await said(page, '6 texts of the draft without Kiswahili')

    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog(page)).toContainText('Kiswahili is missing')
    await expect(dialog(page)).toContainText('New: Shirt size')
    await press(page, 'Publish now')
    await said(page, 'Version 1 is asked now')
    await said(page, 'The draft is the same')

    const phone = await browser.newContext({ viewport: { width: 360, height: 780 } })
    const visit = await phone.newPage()
    const person = aPerson('answering')
    await visit.goto(formPath)
    await fillIn(visit, person)
    const questions = visit.locator('#intake-questions')
    await expect(questions.getByLabel(hobby)).toBeVisible()
    await tick(questions.getByLabel('Yes'))
    await tick(questions.getByLabel('Large'))
    await type(questions.getByLabel('Shoe size'), '42')
    await goOffline(visit)

    await add.click()
    await type(dialog(page).getByLabel(/^Question$/), 'Next of kin')
    await tick(dialog(page).getByLabel('An answer is required'))
    await press(page, 'Add to the draft')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog(page)).toContainText('New: Next of kin')
    await press(page, 'Publish now')
    await said(page, 'Version 2 is asked now')
    await send(visit)
    await expect(visit.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    await phone.setOffline(false)
    await expect(visit.getByRole('heading', { name: 'Received' })).toBeVisible()

    await page.goto(`${list}?intake=${intake._id}`)
    await page.locator('[data-opens]').first().click()
    const panel = page.getByRole('dialog', { name: person.first_name })
    const section = panel.locator('section').filter({ hasText: 'Questions of the intake' }).last()
    await expect(section).toContainText('Asked in version 1')
    await expect(section.getByText('Large')).toBeVisible()
    await expect(section).toContainText(/Your <b>hobby<\/b>\s*left empty/)
    await expect(section).toContainText(/Next of kin\s*not asked then/)
    await expect(section).toContainText('A required answer is missing')
    await section.getByRole('button', { name: 'Ask for the answers' }).click()
    const sure = page.getByRole('dialog', { name: /^Ask / })
    await sure.getByRole('button', { name: 'Ask for the answers' }).click()
    const link = page.getByLabel('One-time link')
    await expect(link).toHaveValue(/\/industrial-attachment\/questions\//)
    await visit.goto(await link.inputValue())
    await type(visit.getByLabel('Next of kin'), 'Omar, "the uncle"')
    await visit.keyboard.press('Enter')
    await expect(visit.getByRole('heading', { name: 'Thank you, your answers' })).toBeVisible()
    await phone.close()
    // The link is shown once: it stays when the answer takes its button away.
    const given = page.getByText('Omar, "the uncle"')
    await comeBackUntil(page, (soon) => expect(given).toBeVisible(soon))
    await expect(link).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(section).toContainText(/Next of kin\s*Omar, "the uncle" \(asked in version 2\)/)
    await expect(section).toContainText(/Your <b>hobby<\/b>\s*left empty/)
    await expect(section).not.toContainText('A required answer is missing')

    // The list is filtered by an option and by a number, until another intake is chosen.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(page.getByLabel('Shirt size'), 'Small')
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Shirt size: Small')
    await expect(page.locator('[data-opens]')).toHaveCount(0)
    await choose(page.getByLabel('Shirt size'), 'Large')
    const shoe = page.getByRole('group', { name: 'Shoe size' })
    await type(shoe.getByLabel('From'), '40')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Shoe size: 40 or more')
    await expect(page.locator('[data-opens]')).toHaveCount(1)
    await type(shoe.getByLabel('To'), '41')
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-opens]')).toHaveCount(0)
    await choose(page.getByLabel('Intake', { exact: true }), 'All Intakes')
    await expect(page.getByRole('list', { name: 'Filters' })).toHaveCount(0)
    expect(page.url()).not.toContain('q_')
    await page.goto(`/admin/intakes/${intake._id}/report`)
    const answersTo = page.getByRole('heading', { name: 'Shirt size' }).locator('..')
    await expect(answersTo.getByRole('listitem').filter({ hasText: 'Large' })).toContainText(
      '100 %',
    )

    await page.goto(`${list}?intake=${intake._id}`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const [headings, line] = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
    expect(headings).toMatch(
      /,Can you bring a laptop\?,Your <b>hobby<\/b>,Shirt size,Shoe size,Next of kin$/,
    )
    expect(line).toMatch(/,Yes,,Large,42,"Omar, "{2}the uncle"{3}$/)
  },
)

test('who edits a question that has answers reads what may change', async ({ page, request }) => {
  const intake = await openIntake(request, 'Answered intake')
  const set = await publish(request, intake._id, [
    question('Shirt size', {
      kind: 'choice',
      options: [{ label: 'Small' }, { label: 'Large' }],
    }),
    question('Hobby'),
  ])
  await apply(request, intake._id, set, { 'Shirt size': 'Large' })
  await enterBackOffice(page, `/admin/intakes/${intake._id}/questions`)
  await page.getByRole('button', { name: 'Edit: Shirt size' }).click()
  await said(page, '1 application answered this question.')
  await expect(dialog(page).getByRole('combobox', { name: 'Kind of answer' })).toHaveCount(0)
  await press(page, 'Remove: option 2')
  await said(page, 'Those who have chosen it keep their answer.')
  await press(page, 'Add an option')
  await page.keyboard.type('Huge')
  // The edit outlives a session that has expired.
  await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
  await press(page, 'Save in the draft')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await type(again.getByLabel('Password', { exact: true }), administrator.password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again).toHaveCount(0)
  await expect(field(page, 'Option 2')).toHaveValue('Huge')
  await press(page, 'Save in the draft')
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'More: Hobby' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await said(page, '“Hobby” is removed from the draft')

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog(page)).toContainText('Option removed: Large')
  await expect(dialog(page)).toContainText('New option: Huge')
  await expect(dialog(page)).toContainText('Removed: Hobby')
  await press(page, 'Publish now')
  await said(page, 'Version 2 is asked now')
  await page.getByRole('button', { name: 'Versions' }).click()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Version 1' })).toBeVisible()
  await page.keyboard.press('Escape')

  // Answers are erased once their number is typed.
  await page.getByRole('button', { name: 'More: Shirt size' }).click()
  await page.getByRole('menuitem', { name: /^Erase/ }).click()
  const count = field(page, 'Number of answers')
  await type(count, '2')
  await page.keyboard.press('Enter')
  await expect(count).toHaveAccessibleDescription(/This question has 1 answer. Type this number./)
  await type(count, '1')
  await page.keyboard.press('Enter')
  await said(page, '1 answer erased')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit: Shirt size' })).toBeVisible()

  // Too many bytes: nothing is published, and the draft stays.
  const call = await api(request)
  const url = `/admin/intakes/${intake._id}/questions`
  const { draft } = await call('GET', url)
  const many = Array.from({ length: 11 }, (_, at) =>
    question(`Question ${at}`, {
      kind: 'choice',
      options: Array.from({ length: 30 }, () => ({ label: randomUUID() })),
    }),
  )
  await call('PUT', url, { questions: [...draft.questions, ...many], updatedAt: draft.updatedAt })
  await page.reload()
  await page.getByRole('button', { name: 'Publish' }).click()
  await press(page, 'Publish now')
  await expect(dialog(page).getByRole('alert')).toContainText('at most 4,000 are allowed')
  await page.keyboard.press('Escape')
  await expect(asked(page).getByRole('listitem')).toHaveCount(12)
  await said(page, 'Version 2 is asked since')
  await page.goto(`/admin/history?record=${intake._id}`)
  await expect(page.getByRole('row').filter({ hasText: 'Shirt size' })).toContainText(/erased/i)
})

test(
  'two people edit one question: the second compares, and nothing is lost',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const intake = await openIntake(request, 'Contested intake')
    const set = await publish(request, intake._id, [question('Hobby'), question('Shoe size')])
    const call = await api(request)
    const url = `/admin/intakes/${intake._id}/questions`
    await enterBackOffice(page, url)
    await page.getByRole('button', { name: 'Edit: Hobby' }).click()
    await type(dialog(page).getByLabel(/^Question$/), 'Your hobby')

    // A change of another question is no conflict.
    const [hobby, shoe] = set.questions
    const { draft } = await call('GET', url)
    const other = [hobby, { ...shoe, label: 'Your shoe size' }]
    const saved = await call('PUT', url, { questions: other, updatedAt: draft.updatedAt })
    await press(page, 'Save in the draft')
    await expect(dialog(page)).toHaveCount(0)
    await expect(asked(page).getByRole('listitem')).toContainText(['Your hobby', 'Your shoe size'])

    await page.getByRole('button', { name: 'Edit: Your shoe size' }).click()
    await type(dialog(page).getByLabel(/^Hint( \(optional\))?$/), 'Such as 42')
    const now = (await call('GET', url)).draft
    expect(now.updatedAt).not.toBe(saved.draft.updatedAt)
    const theirs = [now.questions[0], { ...now.questions[1], label: 'Size of your shoes' }]
    await call('PUT', url, { questions: theirs, updatedAt: now.updatedAt })
    await press(page, 'Save in the draft')
    await said(page, 'Somebody else has changed this meanwhile')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(asked(page).getByRole('listitem').last()).toContainText('Size of your shoes')
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Such as 42')

    // Nobody publishes what somebody else has changed meanwhile.
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog(page)).toContainText('What changes')
    const last = (await call('GET', url)).draft
    const more = [...last.questions, question('Allergies')]
    await call('PUT', url, { questions: more, updatedAt: last.updatedAt })
    await press(page, 'Publish now')
    await expect(dialog(page).getByRole('alert')).toContainText('The draft was changed meanwhile')
    await expect(dialog(page)).toContainText('New: Allergies')
    await press(page, 'Publish now')
    await said(page, 'Version 2 is asked now')
  },
)

test('the screens about questions are accessible and fit each width @both-fonts', async ({
  page,
  request,
}, { project }) => {
  test.setTimeout(180_000)
  const intake = await openIntake(request, 'Accessible intake')
  const questions = `/admin/intakes/${intake._id}/questions`
  await enterBackOffice(page, questions)
  const check = (what: string, open: () => Promise<unknown>, widths = repeatedWidths) =>
    test.step(what, async () => {
      await page.setViewportSize({ width: 360, height: 800 })
      await waitForData(page)
      await open()
      await checkScreen(page, project.name, widths)
    })
  const screenWidths = [360, 1280]
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  await check('no questions', () => said(page, 'Here you add up to 12 questions'), screenWidths)
  const shirt = question('Shirt size', {
    kind: 'choice',
    required: true,
    options: [
      { label: 'Small' },
      { label: 'Other', followUp: { label: 'Which?', label_sw: null } },
    ],
  })
  const first = await publish(request, intake._id, [
    shirt,
    question('Shoe size', { kind: 'number' }),
  ])
  await apply(request, intake._id, first, { 'Shirt size': 'Small', 'Shoe size': 42 })
  const call = await api(request)
  const { draft } = await call('GET', questions)
  await call('PUT', questions, {
    questions: [
      draft.questions[0],
      { ...draft.questions[1], stopped: true },
      question('A letter', { kind: 'file', required: true }),
      question('Next of kin', { when: 'offer' }),
    ],
    updatedAt: draft.updatedAt,
  })
  await page.reload()
  await check('the questions', () => said(page, 'Not asked any more'), screenWidths)
  await check('a question', () => button('Edit: Shirt size').click())
  await page.reload()
  await check('a publication', () => button('Publish').click())
  await press(page, 'Publish now')
  await said(page, 'Version 2 is asked now')
  await check('the versions', () => button('Versions').click())
  await page.reload()
  await check('an erasure', async () => {
    await button('More: Shirt size').click()
    await page.getByRole('menuitem', { name: /^Erase/ }).click()
  })
  await page.goto(`${list}?intake=${intake._id}`)
  await check('the filters', () => button(/^Filter$/).click())
  await page.goto(`${list}?intake=${intake._id}`)
  await check('the answers', () => page.locator('[data-opens]').first().click())
})
