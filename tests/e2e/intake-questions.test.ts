import type { Locator, Page } from '@playwright/test'

import { budgets } from '../../bench/budgets.ts'
import { measureFirstVisit } from '../../bench/page-weight.ts'
import { typicalQuestions } from '../support/typical-questions.ts'
import { largestQuestionSection } from '../../contract/intake/intake-questions.ts'
import { emptyPdf } from '../support/documents.ts'
import { choose, clear, pickDate, tapTwice, tick, type, untilRestorable } from '../support/hands.ts'
import { newIntake } from '../support/intakes.ts'
import { question } from '../support/questions.ts'
import { pdfOf } from '../support/uploads.ts'
import { aPerson, control, fillIn, send, sendButton, submitButton } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { goOffline, mark, openFilledIn, path } from './drafts.ts'
import { api, expect, onlyInAll, test as base } from './support.ts'
import { expectValidHtml } from './valid-html.ts'

// The server's clock moves on by twenty days from test to test: earlier intakes are then over.

base.use({ serverTime: '2027-01-04T06:00:00Z', ownServer: 'intake questions' })

const day = 24 * 60 * 60 * 1000
let begun = 0

interface Season {
  /** Opens an intake that asks these questions. */
  open: (name: string, questions: object[]) => Promise<{ _id: string }>
  /** Publishes other questions. Those with the id of an earlier one take its place. */
  publish: (intake: { _id: string }, questions: object[]) => Promise<{ questions: Asked[] }>
  call: Awaited<ReturnType<typeof api>>
}

interface Asked {
  _id: string
  label: string
  options: { _id: string; label: string }[]
}

const test = base.extend<{ season: Season }>({
  season: async ({ clock, request }, use) => {
    const now = Date.parse('2027-01-04T06:00:00Z') + ++begun * 20 * day
    clock!.set(new Date(now).toISOString())
    const call = await api(request)
    const at = (days: number) => new Date(now + days * day).toISOString()
    const dates = {
      opensAt: at(-1),
      closesAt: at(5),
      startsOn: at(30).slice(0, 10),
      endsOn: at(120).slice(0, 10),
    }
    const publish: Season['publish'] = async ({ _id }, questions) => {
      const url = `/admin/intakes/${_id}/questions`
      const { updatedAt } = (await call('GET', url)).draft
      await call('PUT', url, { questions, updatedAt })
      return call('POST', `${url}/publish`)
    }
    await use({
      call,
      publish,
      open: async (name, questions) => {
        const intake = await call('POST', '/admin/intakes', newIntake({ name, ...dates }))
        if (questions.length > 0) await publish(intake, questions)
        return intake
      },
    })
  },
})

const source = question('How did you hear about us?', {
  kind: 'choice',
  required: true,
  options: [
    { label: 'From a friend', label_sw: 'Kutoka kwa rafiki' },
    { label: 'Elsewhere', followUp: { label: 'Where?', label_sw: 'Wapi?' } },
  ],
})
const laptop = question('Can you bring a laptop?', {
  kind: 'yes_no',
  label_sw: 'Je, unaweza kuja na kompyuta mpakato?',
  required: true,
})
const county = question('Your home county', {
  kind: 'choice',
  required: true,
  options: [
    ...['Mombasa', 'Kwale', 'Kilifi', 'Tana River', 'Lamu', 'Taita Taveta', 'Nairobi'].map(
      (label) => ({ label }),
    ),
    { label: 'Other', followUp: { label: 'Which county?', label_sw: null } },
  ],
})
const everyKind = [
  source,
  laptop,
  county,
  question('On which days can you come?', {
    kind: 'choices',
    required: true,
    min: 2,
    options: ['Monday', 'Wednesday', 'Friday'].map((label) => ({ label })),
  }),
  question('Hours a week', { kind: 'number', required: true, min: 8, max: 45 }),
  question('Something that you have made', { kind: 'paragraph', required: true, maxLength: 60 }),
  question('Your supervisor at college', { required: true }),
  question('By when do you need our answer?', { kind: 'day' }),
  question('Introduction letter', { kind: 'file', required: true }),
]
const letter = { name: 'Letter.pdf', mimeType: 'application/pdf', buffer: emptyPdf }

test(
  'an applicant answers the questions of an intake, mends them, checks and sends them',
  { tag: '@both-engines' },
  async ({ page, season }) => {
    test.setTimeout(90_000)
    await season.open('First', everyKind)
    const person = aPerson('asked')
    await page.goto(path)
    await fillIn(page, person)
    const asked = section(page)
    await expect(asked.getByLabel('Where?')).toBeHidden()
    await tick(asked.getByLabel('Elsewhere'))
    await type(asked.getByLabel('Where?'), 'At a fair')
    await tick(asked.getByLabel('Monday'))
    await type(asked.getByLabel('Hours a week'), 'many')
    await type(asked.getByLabel('Something that you have made'), 'A poem. '.repeat(9))
    await choose(asked.getByLabel('Your home county'), 'Other')
    await type(asked.getByLabel('Which county?'), 'Kisumu')
    const answerBy = asked.getByLabel('By when do you need our answer?')
    await answerBy.press('1')
    await submitButton(page).click()

    await expect(page.getByRole('alert')).toContainText('7 answers are missing or need a change.')
    await expect(answerBy).toHaveAccessibleDescription(/Fill in every part of the date/)
    await expect(asked.getByLabel('Hours a week')).toHaveAccessibleDescription(/Enter a number/)
    await expect(asked.getByLabel('Something that')).toHaveAccessibleDescription(/fewer characters/)
    await expect(group(page, 'On which days')).toHaveAccessibleDescription(
      /At least 2.*Choose more/,
    )
    await expect(group(page, 'Can you bring')).toHaveAccessibleDescription(/Required/)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Your supervisor/ })
      .click()
    await expect(asked.getByLabel('Your supervisor')).toBeFocused()

    await page.keyboard.type('Mr Otieno')
    await tick(group(page, 'Can you bring').getByLabel('Yes'))
    await tick(asked.getByLabel('Friday'))
    await type(asked.getByLabel('Hours a week'), '40')
    await type(asked.getByLabel('Something that you have made'), 'A poem')
    await pickDate(answerBy, '2027-03-01')
    await chooseFile(page, letter)
    await submitButton(page).click()

    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
    await expect(answer(page, 'How did you hear about us?')).toHaveText('Elsewhere')
    await expect(answer(page, 'Where?')).toHaveText('At a fair')
    await expect(answer(page, 'Your home county')).toHaveText('Other')
    await expect(answer(page, 'Which county?')).toHaveText('Kisumu')
    await expect(answer(page, 'Can you bring')).toHaveText('Yes')
    await expect(answer(page, 'On which days')).toHaveText('MondayFriday')
    await expect(answer(page, 'By when')).toHaveText('1 March 2027')
    await expect(answer(page, 'Introduction letter')).toHaveText(/^File: Letter.pdf, 1 KB$/)
    await expect(page.getByText('since you began')).toHaveCount(0)
    await page.getByRole('button', { name: 'Change: Questions for this intake' }).click()
    await expect(asked).toBeFocused()
    await expect(asked.getByLabel('Where?')).toHaveValue('At a fair')
    await tick(asked.getByLabel('From a friend'))
    await expect(asked.getByLabel('Where?')).toBeHidden()
    await send(page)
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()

    expect(await answersOf(season, person.email)).toEqual({
      'How did you hear about us?': 'From a friend',
      'Can you bring a laptop?': 'Yes',
      'Your home county': 'Other: Kisumu',
      'On which days can you come?': 'Monday; Friday',
      'Hours a week': '40',
      'Something that you have made': 'A poem',
      'Your supervisor at college': 'Mr Otieno',
      'By when do you need our answer?': '2027-03-01',
      'Introduction letter': 'Letter.pdf',
    })
  },
)

test('a draft keeps its answers, and says which questions were added since', async ({
  page,
  season,
}) => {
  const intake = await season.open('Edited', [source, laptop])
  const person = aPerson('added')
  await openFilledIn(page, person)
  await expect(section(page)).toContainText('2 questions were added since you began.')

  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Clear my answers' }).click()
  await expect(section(page)).not.toContainText('since you began')
  await tick(section(page).getByLabel('Elsewhere'))
  await type(section(page).getByLabel('Where?'), 'At a fair')
  await expect(mark(page)).toHaveText('Saved on this device')
  const [kept] = await askedBy(season, intake)
  await season.publish(intake, [
    { ...kept, label: 'Who told you about us?' },
    county,
    question('Your supervisor at college'),
  ])
  await page.reload()
  const asked = section(page)
  await expect(asked.getByLabel('Elsewhere')).toBeChecked()
  await expect(asked.getByLabel('Where?')).toHaveValue('At a fair')
  await expect(asked).toContainText('Who told you about us?')
  await expect(asked).toContainText('2 questions were added since you began.')
  await expect(asked.getByLabel('Yes')).toHaveCount(0)
})

test('the questions follow the choice of the intake, and are marked as English where they are', async ({
  page,
  season,
}) => {
  const first = await season.open('Early', [laptop])
  const second = await season.open('Late', [source])
  await page.goto(`/sw${path}`)
  await expect(section(page)).toHaveCount(0)
  await choose(control(page, 'intake'), first._id)
  await expect(group(page, 'Je, unaweza kuja')).toBeVisible()
  await expect(section(page)).not.toContainText('Kiingereza')
  await tick(section(page).getByLabel('Ndiyo'))
  await choose(control(page, 'intake'), second._id)
  await expect(section(page)).toContainText('Baadhi ya maswali haya yako kwa Kiingereza tu.')
  await expect(page.getByText('How did you hear about us?')).toHaveAttribute('lang', 'en')
  await expect(page.getByText('Kutoka kwa rafiki')).toBeVisible()
  await expect(group(page, 'Je, unaweza kuja')).toBeHidden()
  await expectAccessible(page)
  await choose(control(page, 'intake'), first._id)
  await expect(section(page).getByLabel('Ndiyo')).toBeChecked()
})

test(
  'the questions are answered with the keyboard alone',
  { tag: onlyInAll() },
  async ({ page, season }) => {
    await season.open('Keys', [source, laptop, question('Hours a week', { kind: 'number' })])
    await openFilledIn(page, aPerson('keys'))
    await control(page, 'github_url').focus()
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('Tab', 'Space', 'ArrowDown', 'Tab')
    await page.keyboard.type('At a fair')
    await press('Tab', 'Space', 'Tab')
    await page.keyboard.type('40')
    await submitButton(page).press('Enter')
    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
    await expect(answer(page, 'Where?')).toHaveText('At a fair')
    await expect(answer(page, 'Can you bring')).toHaveText('Yes')
    await expect(answer(page, 'Hours a week')).toHaveText('40')
  },
)

test('an application that was begun before an edit arrives, and its missing answers are given on the status page', async ({
  page,
  context,
  season,
}) => {
  test.setTimeout(90_000)
  const kin = question('Next of kin', {
    label_sw: 'Ndugu wa karibu',
    required: true,
    when: 'offer',
  })
  const intake = await season.open('Offline', [laptop, kin])
  const person = aPerson('older-page')
  await openFilledIn(page, person)
  await tick(section(page).getByLabel('No'))
  await goOffline(page)
  const { draft } = await season.call('GET', `/admin/intakes/${intake._id}/questions`)
  const added = [
    question('Your supervisor at college', { label_sw: 'Msimamizi wako chuoni', required: true }),
    question('Introduction letter', { kind: 'file', required: true }),
  ]
  await season.publish(intake, [...draft.questions, ...added])
  await send(page)
  await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  expect(await answersOf(season, person.email)).toEqual({ 'Can you bring a laptop?': 'No' })

  const [found] = await season.call('GET', `/admin/attachments?q=${person.email}`)
  const seeStatus = async (language = '') => {
    await page.goto(`${language}/industrial-attachment/status`)
    await type(control(page, 'reference'), found.referenceId)
    await type(control(page, 'contact'), person.email)
    await page.keyboard.press('Enter')
  }
  await seeStatus()
  await expect(page.getByRole('main')).toContainText('We still need your answers to 2 questions.')
  await expect(page.getByText('You need not do anything')).toHaveCount(0)
  await page.getByRole('button', { name: 'Answer now' }).click()
  await expect(page.getByRole('heading', { name: 'A few more questions' })).toBeVisible()
  await expect(page.getByLabel('Next of kin')).toHaveCount(0)
  const link = new URL(page.url()).pathname
  // A link as a message may break it: with a wrapped line, and with the dot of its sentence.
  const opened = await page.goto(`${link.slice(0, -9)}%20${link.slice(-9)}.`)
  expect(opened!.headers()).toMatchObject({
    'cache-control': 'private, no-cache', // with `no-store`, Firefox loses the answers if the network breaks
    'x-robots-tag': 'noindex',
  })
  await expectValidHtml(await opened!.text())
  await type(page.getByLabel('Your supervisor at college'), 'Mr Otieno')
  await untilRestorable()
  // The network breaks while the answers are sent.
  const sending = '**/questions/**'
  await page.route(sending, (route) => route.abort())
  await page.getByRole('button', { name: 'Send the answers' }).click()
  await expect(page.getByRole('main')).toHaveCount(0)
  await page.unroute(sending)
  await page.goBack()
  await expect(page.getByLabel('Your supervisor at college')).toHaveValue('Mr Otieno')
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  await expect(page.getByLabel('Msimamizi wako chuoni')).toHaveValue('Mr Otieno')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send the answers' }).click()
  await expect(page.getByRole('alert')).toContainText('Introduction letter')
  await expect(page.getByLabel('Your supervisor at college')).toHaveValue('Mr Otieno')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await clear(page.getByLabel('Your supervisor at college'))
  await page.getByRole('button', { name: 'Send the answers' }).click()
  await expect(page.getByRole('alert')).toContainText('Your supervisor at college')
  await page.goBack()
  await expect(page.getByRole('alert')).not.toContainText('Your supervisor at college')
  await type(page.getByLabel('Your supervisor at college'), 'Mr Otieno')
  await page.getByLabel('Introduction letter').setInputFiles(letter)
  await tapTwice(page.getByRole('button', { name: 'Send the answers' }))
  await expect(page.getByRole('heading', { name: 'Thank you, your answers' })).toBeVisible()
  await page.getByRole('link', { name: 'Kiswahili' }).click()
  await expect(page.getByRole('heading', { name: 'Asante, majibu yako' })).toBeVisible()
  expect(await answersOf(season, person.email)).toEqual({
    'Can you bring a laptop?': 'No',
    'Your supervisor at college': 'Mr Otieno',
    'Introduction letter': 'Letter.pdf',
  })
  expect((await page.goto(link))!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
  await page.goto(link.slice(0, -9))
  await expect(page.getByRole('main')).toContainText('This link is not complete.')
  await page.getByRole('main').getByRole('link', { name: 'Check my application' }).click()

  // After the offer, the next question is asked.
  const accepted = { is_accepted: true, overbook: true, reason: 'No places are set' }
  await season.call('PUT', `/admin/attachments/${found._id}/accept`, accepted)
  await seeStatus('/sw')
  await expect(page.getByRole('main')).toContainText('Bado tunahitaji jibu lako kwa swali moja.')
  await expectValidHtml(await page.content())
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Jibu sasa' }).press('Enter')
  await expect(page.getByLabel('Your supervisor at college')).toHaveCount(0)
  await type(page.getByLabel('Ndugu wa karibu'), 'Omar')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Asante, majibu yako yamefika' })).toBeVisible()
  expect(await answersOf(season, person.email)).toMatchObject({ 'Next of kin': 'Omar' })
  await seeStatus()
  await expect(page.getByText('We still need')).toHaveCount(0)
})

test(
  'twelve questions keep the form within its budget',
  { tag: onlyInAll() },
  async ({ page, season, baseURL }) => {
    await season.open('Twelve', typicalQuestions)
    const weight = await measureFirstVisit(page, `${baseURL}/sw${path}`)
    const { page: most, scripts } = budgets.get(`/sw${path}`)!
    expect(weight.page).toBeLessThanOrEqual(most + largestQuestionSection)
    expect(weight.scripts).toBeLessThanOrEqual(scripts)
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'without scripts the questions and their file are answered, mended and sent',
    { tag: onlyInAll() },
    async ({ page, season }) => {
      test.setTimeout(90_000)
      await season.open('Plain', [
        source,
        laptop,
        question('Introduction letter', { kind: 'file', required: true }),
        question('Recommendation', { kind: 'file', required: true }),
      ])
      const person = aPerson('asked-plainly')
      await page.goto(path)
      await expectValidHtml(await page.content())
      await fillIn(page, { ...person, email: 'asked-plainly' })
      await tick(section(page).getByLabel('Elsewhere'))
      await type(section(page).getByLabel('Where?'), 'At a fair')
      await submitButton(page).click()
      await expect(group(page, 'Can you bring')).toHaveAccessibleDescription(/Required/)
      await expect(section(page).getByLabel('Where?')).toHaveValue('At a fair')
      await expect(page.getByRole('alert').getByRole('link')).toHaveText([
        /Email/,
        /^Can you bring a laptop/,
      ])
      await type(control(page, 'email'), person.email)
      await tick(section(page).getByLabel('Yes'))
      await submitButton(page).click()
      await submitButton(page).click()
      const file = group(page, 'Introduction letter').getByLabel('File')
      await expect(file).toHaveAccessibleDescription(/Please choose a file/)
      const other = group(page, 'Recommendation').getByLabel('File')
      const large = { ...letter, buffer: Buffer.from(pdfOf(6_000_000)) }
      for (const one of [file, other]) await one.setInputFiles(large)
      await submitButton(page).click()
      for (const one of [file, other]) {
        await expect(one).toHaveAccessibleDescription(/larger than 5 MB/)
      }
      await file.setInputFiles(letter)
      await other.setInputFiles({ ...letter, name: 'Other.pdf' })
      await submitButton(page).click()
      await expect(answer(page, 'Introduction letter')).toHaveText('File: Letter.pdf, 1 KB')
      await page.getByRole('button', { name: 'Change: Questions for this intake' }).click()
      await expect(section(page).getByLabel('Where?')).toHaveValue('At a fair')
      await submitButton(page).click()
      await sendButton(page).click()
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
      expect(await answersOf(season, person.email)).toEqual({
        'How did you hear about us?': 'Elsewhere: At a fair',
        'Can you bring a laptop?': 'Yes',
        'Introduction letter': 'Letter.pdf',
        Recommendation: 'Other.pdf',
      })
    },
  )

  test(
    'without scripts the questions of a chosen intake come before the check',
    { tag: onlyInAll() },
    async ({ page, season }) => {
      const first = await season.open('Plain early', [])
      const second = await season.open('Plain late', [laptop])
      const person = aPerson('chosen-plainly')
      await page.goto(path)
      await fillIn(page, person)
      await pickDate(control(page, 'available_start_date'), '2027-06-01')
      await choose(control(page, 'intake'), second._id)
      await submitButton(page).click()
      await expect(page.getByRole('alert')).toContainText('Please answer these questions')
      await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)
      await tick(section(page).getByLabel('Yes'))
      await submitButton(page).click()
      await expect(answer(page, 'Can you bring')).toHaveText('Yes')
      await page.getByRole('button', { name: 'Change: Personal Information' }).click()
      await choose(control(page, 'intake'), first._id)
      await submitButton(page).click()
      await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
      await sendButton(page).click()
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    },
  )
})

function section(page: Page) {
  return page.locator('#intake-questions')
}

function group(page: Page, name: string) {
  return page.getByRole('group', { name })
}

function answer(page: Page, label: string): Locator {
  return page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd')
}

async function chooseFile(page: Page, file: typeof letter) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file or photo: Introduction letter' }).click()
  await (await chooser).setFiles(file)
}

/** The questions of an intake as applicants get them. */
async function askedBy({ call }: Season, { _id }: { _id: string }): Promise<Asked[]> {
  const intakes: { _id: string; questions: { questions: Asked[] } }[] = await call(
    'GET',
    '/users/intakes',
  )
  return intakes.find((intake) => intake._id === _id)!.questions.questions
}

/** The answers as staff read them, by their questions. */
async function answersOf({ call }: Season, email: string) {
  const [found] = await call('GET', `/admin/attachments?q=${email}`)
  const { extra } = await call('GET', `/admin/attachments/${found._id}`)
  return Object.fromEntries(
    extra.map((one: { label: string; text: string }) => [one.label, one.text]),
  )
}
