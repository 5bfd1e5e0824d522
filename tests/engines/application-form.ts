import { choose, pickDate, tick } from './controls.ts'
import { type BrowserUser, eventually } from './browser-user.ts'

export const formPath = '/industrial-attachment/apply'
export const referenceId = /SPH-\d{4}-[0-9A-HJKMNP-TV-Z]{8}/

/** The button below the form, which opens the check of the answers. */
export const checkButton = '#to-check'

/** The button below the check of the answers, which sends the application. */
export const sendButton = 'main button[type="submit"]:not([name])'

export const field = (name: string) => `[name="${name}"]`

/** Institutions and courses of the reference data. */
export const study = {
  institution: 'Technical University of Mombasa',
  course: 'Diploma in Information Communication Technology',
}

/** Answers the questions about the person. */
export async function fillInPerson(user: BrowserUser, email: string) {
  await user.type(field('first_name'), 'Asha')
  await user.type(field('last_name'), 'Mwinyi')
  await user.type(field('email'), email)
  await user.type(field('phone_number'), '0712345678')
  await choose(user, field('gender'), 'Female')
  await pickDate(user, field('date_of_birth'), '2004-03-27')
  await user.type(field('residential_location'), 'Likoni')
}

/** Chooses an institution and one of its courses. */
export async function chooseStudies(user: BrowserUser, { institution, course } = study) {
  await choose(user, field('institution'), institution)
  await choose(user, field('course'), course)
}

/** Answers the other questions about the studies. */
export async function fillInYears(user: BrowserUser, department = 'Communication') {
  await choose(user, field('year_of_study'), 'Year 3', 'arrows')
  await pickDate(user, field('expected_graduation_date'), '2027-12-12')
  await choose(user, field('department'), department)
}

/** Answers all other questions. */
export async function fillInRest(user: BrowserUser, hasFiles = false) {
  if (!hasFiles) {
    await typeLink(user, 'resume_url', 'https://a.test/cv')
    await typeLink(user, 'cover_letter_url', 'https://a.test/l')
  }
  await pickDate(user, field('available_start_date'), '2027-01-11')
  await tick(user, field('can_attend_onsite'), 'off')
  await user.type(field('about_yourself'), 'Radios.')
  await user.type(field('community_engagement_statement'), 'Beaches.')
  await user.type(field('understanding_of_swahilipot'), 'Ideas.')
  await user.type(field('linkedin_url'), 'https://b.test/a')
  await tick(user, field('agree_terms'))
}

/** Opens the summary above a link, and types the link. */
export async function typeLink(user: BrowserUser, name: string, link: string) {
  await activate(user, `details:has(${field(name)}) > summary`)
  await user.type(field(name), link)
}

export async function fillIn(user: BrowserUser, email: string) {
  await fillInPerson(user, email)
  await chooseStudies(user)
  await fillInYears(user)
  await fillInRest(user)
}

/**
 * Waits for the mark which says that the draft is stored. After a reload it also says that the scripts
 * run: until then, a click on a button sends the form to the server.
 */
export function seesDraftSaved(user: BrowserUser) {
  return user.sees(/Saved on this device|Yamehifadhiwa kwenye kifaa hiki/, 'a[href="#kept-notice"]')
}

/** Opens the check of the answers, looks at it, and sends the application. */
export async function send(user: BrowserUser) {
  await activate(user, checkButton)
  await user.sees(/./, sendButton)
  await activate(user, sendButton)
}

/** Waits for the confirmation; returns the reference ID. */
export async function confirmed(user: BrowserUser) {
  await eventually(() => user.path()).toContain('/industrial-attachment/success')
  await user.sees(referenceId)
  return referenceId.exec(await user.text())![0]
}

/** Clicks a button; a keyboard user presses Enter on it. */
export async function activate(user: BrowserUser, selector: string) {
  if (!user.hasKeyboardOnly) return user.click(selector)
  await user.tabTo(selector)
  await user.press('Enter')
}
