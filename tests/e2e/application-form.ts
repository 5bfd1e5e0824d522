import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

import { expect, type Page } from '@playwright/test'

import { sqliteFile } from '../../server/database/open.ts'
import { fakeApplications } from '../../server/database/fake-data.ts'
import { choose, paste, pickDate, tick } from '../support/hands.ts'

const lookups = { departments: [{ _id: '' }], courses: [{ _id: '', institution: '' }] }

/** Fake people, each with an e-mail address that no other test uses. */
export function people(count: number, who: string) {
  const made = fakeApplications(count, lookups, '2026-06-30')
  return Array.from(
    made,
    ({ declined_reason: _r, declined_message: _m, declinedAt: _d, ...person }, index) => ({
      ...asForm(person),
      linkedin_url: person.linkedin_url ?? 'https://linkedin.example.com/in/somebody',
      available_start_date: person.available_start_date ?? '2026-09-01',
      email: `${who}.${index}@example.org`,
    }),
  )
}

/** A form has no null: an unanswered question is empty. */
function asForm<Answers extends object>(answers: Answers) {
  const texts = Object.entries(answers).map(([name, answer]) => [name, answer ?? ''])
  return Object.fromEntries(texts) as { [Name in keyof Answers]: NonNullable<Answers[Name]> }
}

export function aPerson(who: string) {
  const [person] = people(1, who)
  if (!person) throw new Error('one person was asked for')
  return person
}

/** The institution and department that the tests choose: first in the list, so that few keys reach them. */
export const study = {
  institution: 'Africa Digital Media Institute',
  department: 'Communication',
  department_sw: 'Mawasiliano',
}

/** Fills in all required fields. Texts are pasted, which is faster than typing. */
export async function fillIn(page: Page, person: ReturnType<typeof aPerson>) {
  const texts = [
    'first_name',
    'last_name',
    'phone_number',
    'email',
    'residential_location',
    'about_yourself',
    'community_engagement_statement',
    'understanding_of_swahilipot',
    'resume_url',
    'cover_letter_url',
  ] as const
  for (const name of texts) {
    if (name.endsWith('_url')) await unfold(page, name)
    await paste(control(page, name), person[name])
  }
  await paste(control(page, 'linkedin_url'), 'linkedin.example.com/in/somebody')
  for (const name of ['date_of_birth', 'expected_graduation_date'] as const) {
    await pickDate(control(page, name), person[name])
  }
  await choose(control(page, 'gender'), person.gender)
  await choose(control(page, 'year_of_study'), person.year_of_study)
  await choose(control(page, 'institution'), study.institution)
  const isKiswahili = new URL(page.url()).pathname.startsWith('/sw/')
  const department = isKiswahili ? study.department_sw : study.department
  await choose(control(page, 'department'), department)
  const course = control(page, 'course')
  await expect(course).toBeEnabled()
  // Without scripts the courses are grouped by institution; with scripts only one institution is listed.
  const own = `optgroup[label="${study.institution}"] option, :scope > option:not([value=""])`
  const first = course.locator(own).first()
  await choose(course, (await first.getAttribute('value')) ?? '')
  await tick(control(page, 'agree_terms'))
}

/**
 * Opens the summary above a link, unless it is open. Clicks again if the scripts have moved it between
 * mouse down and up: they add fields above it.
 */
export async function unfold(page: Page, name: string) {
  const field = control(page, name)
  const summary = page.locator('details').filter({ has: field }).locator('summary')
  await expect(async () => {
    if (!(await field.isVisible())) await summary.click()
    await expect(field).toBeVisible({ timeout: 1000 })
  }).toPass()
}

export function control(page: Page, name: string) {
  return page.locator(`[name="${name}"]`)
}

/** The button below the form, which opens the check of the answers. */
export function submitButton(page: Page) {
  return page.getByRole('main').locator('button[name="step"][value="check"]')
}

/** The button below the check of the answers, which sends the application. */
export function sendButton(page: Page) {
  return page.getByRole('main').locator('button[type="submit"]:not([name])')
}

/** Submits the filled-in form, then sends the application from the check of the answers. */
export async function send(page: Page) {
  await submitButton(page).click()
  await sendButton(page).click()
}

/** Runs `work` while the server cannot read the lists of the form. */
export function withoutLists(variables: Record<string, string>, work: () => Promise<unknown>) {
  return withoutTable('institutions', variables, async () => {
    // The server reads the lists at most once a second.
    await setTimeout(1000)
    return work()
  })
}

/** Runs `work` while the server cannot store applications. */
export function withoutSubmissions(
  variables: Record<string, string>,
  work: () => Promise<unknown>,
) {
  return withoutTable('idempotency_keys', variables, work)
}

async function withoutTable(
  table: string,
  { DATA_DIR = '' }: Record<string, string>,
  work: () => Promise<unknown>,
) {
  const database = new DatabaseSync(sqliteFile(DATA_DIR), { timeout: 5000 })
  database.exec(`alter table ${table} rename to hidden`)
  await work()
  database.exec(`alter table hidden rename to ${table}`)
  database.close()
}
