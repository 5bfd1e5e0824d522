import { v7 as uuidv7 } from 'uuid'

import { earliestStartDate, type genders, yearsOfStudy } from '../../contract/constants.ts'
import { type DeclineReason, declineReasonIds } from '../../contract/application/decline-reasons.ts'
import type { Language } from '../../contract/language/languages.ts'
import {
  type AnswersTo,
  isOptional,
  joinValues,
  type QuestionName,
  questionNames,
  questionOf,
} from '../../contract/application/questions.ts'
import names from './fake-data/names.json' with { type: 'json' }
import texts from './fake-data/texts.json' with { type: 'json' }
import { type AttachmentsTable, withoutIntake, withoutTypedNames } from './tables.ts'

type FakeAnswers = Omit<AnswersTo<'api'>, 'linkedin_url' | 'institution_name' | 'course_name'>

interface FakeApplication extends FakeAnswers {
  institution: string
  course: string
  linkedin_url: string | null
  is_accepted: boolean
  is_archived: boolean
  declined_reason: DeclineReason | null
  declined_message: string | null
  declinedAt: string | null
  language: Language
  createdAt: string
}

interface Lookups {
  departments: { _id: string }[]
  courses: { _id: string; institution: string }[]
}

type Gender = (typeof genders)[number]

/** A random number generator: numbers from 0 to less than 1, the same for the same seed. */
type Random = () => number

/**
 * `count` fake applications of the year before `today` (YYYY-MM-DD), the oldest first. The same
 * arguments always give the same applications. With another count, the person at an index is the
 * same, but the dates differ. Courses at the beginning of the list are chosen more often.
 */
export function* fakeApplications(
  count: number,
  lookups: Lookups,
  today: string,
): Generator<FakeApplication> {
  if (lookups.departments.length === 0 || lookups.courses.length === 0) {
    throw new Error('Fake applications need at least one department and one course')
  }
  const moments = seasonalMoments(count, today)
  for (let index = 0; index < count; index++) {
    const random = mulberry32(Math.imul(index + 1, 0x9e3779b9))
    yield application(index, random, moments(index + 0.9 * random()), lookups, today)
  }
}

/** The domains of made-up e-mail addresses, which belong to nobody. */
export const fakeDomains = ['example.com', 'example.org', 'example.ac.ke'] as const

export function fakeApplicationRow(person: FakeApplication, referenceId: string): AttachmentsTable {
  return {
    ...person,
    _id: uuidv7({ msecs: Date.parse(person.createdAt) }),
    referenceId,
    withdrawnAt: null,
    last_told: null,
    consent: null,
    consentedAt: null,
    contact_by: 'email',
    smsRefused: null,
    ...withoutTypedNames,
    ...withoutIntake,
    updatedAt: person.declinedAt ?? person.createdAt,
  }
}

function application(
  index: number,
  random: Random,
  createdAt: Date,
  lookups: Lookups,
  today: string,
): FakeApplication {
  const gender: Gender = chance(random, 0.52) ? 'Female' : 'Male'
  const name = personalName(random, gender)
  const residence = pick(random, chance(random, 0.85) ? texts.coast : texts.upcountry)
  const year = pick(random, usualYears)
  const { _id: course, institution } = pickEarly(random, lookups.courses)
  const { _id: department } = pick(random, lookups.departments)
  const start = startDate(random, createdAt)
  const facts = {
    ...pick(random, texts.passions),
    first: name.first_name,
    town: residence.split(',')[0] ?? residence,
    ordinal: ordinals[year - 1] ?? '',
    club: pick(random, texts.clubs),
    number: String(20 + Math.floor(random() * 380)),
  }
  const own = {
    ...name,
    phone_number: phoneNumber(random),
    ...contacts(random, index, name),
    gender,
    date_of_birth: birthday(random, year, today),
    residential_location: residence,
    institution,
    course,
    department,
    year_of_study: yearsOfStudy[year - 1] ?? 'Year 2',
    expected_graduation_date: graduation(random, year, start ?? day(createdAt)),
    available_start_date: start,
    can_attend_onsite: chance(random, 0.85),
    about_yourself: statement(random, texts.aboutYourself, facts),
    community_engagement_statement: statement(random, texts.communityEngagement, facts),
    understanding_of_swahilipot: statement(random, texts.understanding, facts),
    agree_terms: true,
    agree_communications: chance(random, 0.7),
    ...status(random, createdAt, today),
    language: pickLanguage(random),
    createdAt: createdAt.toISOString(),
  }
  // Made last, so that a new question does not change the random answers above.
  return { ...otherAnswers(random, own), ...own }
}

function pickLanguage(random: Random): Language {
  return chance(random, 0.3) ? 'sw' : 'en'
}

/** Fake answers to the questions that the function above does not answer. */
function otherAnswers<Own extends object>(random: Random, own: Own) {
  const others = questionNames.filter((name) => !(name in own))
  const answers = others.map((name) => [name, otherAnswer(random, name)])
  return Object.fromEntries(answers) as Omit<FakeAnswers, keyof Own>
}

function otherAnswer(random: Random, name: QuestionName) {
  const question = questionOf(name)
  switch (question.kind) {
    case 'flag':
      return chance(random, 0.5)
    case 'choice':
      return pick(random, question.options)
    case 'choices': {
      const chosen = question.options.filter(() => chance(random, 0.5))
      return joinValues(chosen.length > 0 ? chosen : question.options) || null
    }
    default:
      if (!isOptional(name, 'staff'))
        throw new Error(`Write a generator for the answers to ${name}`)
      return null
  }
}

function personalName(random: Random, gender: Gender) {
  const people = pick(random, peopleByShare)
  const muslim = chance(random, people.muslims / 100)
  const own = people.own[gender]
  const given = (muslim ? names.muslim : names.christian)[gender]
  const first_name = pick(random, chance(random, 0.25) ? own : given)
  const last_name = pickOther(random, people.last, first_name)
  // A Muslim's second name is usually the father's.
  const second = pickOther(random, muslim ? names.muslim.Male : own, first_name)
  const middle_name = second === last_name || chance(random, 0.25) ? null : second
  return { first_name, middle_name, last_name }
}

/** A phone number in a range that few or no people use. */
function phoneNumber(random: Random) {
  const range = pick(random, ['744', '749', '121'])
  const digits = String(Math.floor(random() * 1_000_000)).padStart(6, '0')
  const [middle, end] = [digits.slice(0, 3), digits.slice(3)]
  return pick(random, [
    `0${range}${digits}`,
    `0${range} ${middle} ${end}`,
    `+254${range}${digits}`,
    `+254 ${range} ${middle} ${end}`,
  ])
}

function contacts(
  random: Random,
  index: number,
  { first_name, last_name }: { first_name: string; last_name: string },
) {
  const first = plainLetters(first_name)
  const last = plainLetters(last_name)
  const number = index + 1
  const handle = `${first}-${last}-${number}`
  const mailbox = pick(random, [
    `${first}.${last}`,
    `${first.charAt(0)}${last}`,
    `${last}.${first}`,
  ])
  return {
    email: `${mailbox}${number}@${pick(random, fakeDomains)}`,
    linkedin_url: chance(random, 0.85) ? `https://linkedin.example.com/in/${handle}` : null,
    github_url: chance(random, 0.35) ? `https://github.example.com/${first}${number}` : null,
    resume_url: pick(random, [
      `https://files.example.com/cv/${handle}.pdf`,
      `https://drive.example.org/file/d/${handle}/view?usp=sharing&kind=cv`,
      `https://${first}${last}${number}.example.com/resume`,
    ]),
    cover_letter_url: pick(random, [
      `https://files.example.com/cover-letters/${handle}.pdf`,
      `https://drive.example.org/file/d/${handle}/view?usp=sharing&kind=letter`,
    ]),
  }
}

/** A day 18 to 28 years before today. Students in later years of study are usually older. */
function birthday(random: Random, year: number, today: string) {
  const age = Math.min(27, 17 + year + Math.floor(random() * random() * 7))
  const date = new Date(today)
  date.setUTCFullYear(date.getUTCFullYear() - age)
  return day(addDays(date, -1 - Math.floor(random() * 364)))
}

/** A Monday one to twenty weeks after the application, or null for an unknown start. */
function startDate(random: Random, createdAt: Date) {
  if (chance(random, 0.08)) return null
  const date = addDays(createdAt, 7 * (1 + Math.floor(random() * 20)))
  const monday = day(addDays(date, (8 - date.getUTCDay()) % 7))
  return monday > earliestStartDate ? monday : earliestStartDate
}

function graduation(random: Random, year: number, start: string) {
  const left = 1 + Math.max(0, 4 - year)
  const monthAndDay = pick(random, ['06-27', '07-25', '09-26', '11-28', '12-12', '12-19'])
  return `${Number(start.slice(0, 4)) + left}-${monthAndDay}`
}

function status(random: Random, createdAt: Date, today: string) {
  const share = random()
  const is_archived = share < 0.15
  const is_accepted = is_archived ? chance(random, 0.3) : share < 0.45
  const isDeclined = is_archived && !is_accepted && chance(random, 0.7)
  return {
    is_accepted,
    is_archived,
    ...(isDeclined ? decline(random, createdAt, today) : notDeclined),
  }
}

const notDeclined = { declined_reason: null, declined_message: null, declinedAt: null }

/** A decline some days after the application, but not after today. */
function decline(random: Random, createdAt: Date, today: string) {
  const later = addDays(createdAt, 1 + Math.floor(random() * 20))
  return {
    declined_reason: pickEarly(random, declineReasonIds),
    declined_message: chance(random, 0.4) ? pick(random, texts.declineMessages) : null,
    declinedAt: (day(later) < today ? later : createdAt).toISOString(),
  }
}

/** Two to four sentences: the first opens the statement, and the others follow in a fixed order. */
function statement(random: Random, parts: string[][], facts: Record<string, string>) {
  const between = chance(random, 0.08) ? '\n\n' : ' '
  return pick(random, outlines)
    .map((part) => pick(random, parts[part] ?? []))
    .map((sentence) => fill(sentence, facts))
    .join(between)
}

/** Replaces placeholders in braces by facts. A fact may contain placeholders, too. */
function fill(text: string, facts: Record<string, string>): string {
  if (!text.includes('{')) return text
  return text.replaceAll(/\{(\w+)\}/g, (slot, fact: string) => {
    const value = facts[fact]
    return value === undefined ? slot : fill(value, facts)
  })
}

/** Spreads positions from 0 to `count` over the 365 days before today, with more on busy days. */
function seasonalMoments(count: number, today: string) {
  const first = addDays(new Date(today), -365)
  const reached: number[] = []
  let sum = 0
  for (let index = 0; index < 365; index++) {
    sum += monthWeights[addDays(first, index).getUTCMonth()] ?? 1
    reached.push(sum)
  }
  let index = 0
  return (position: number) => {
    const target = (position / count) * sum
    while ((reached[index] ?? sum) < target && index < 364) index++
    const before = reached[index - 1] ?? 0
    const share = (target - before) / ((reached[index] ?? sum) - before)
    // A time between eight in the morning and midnight in Kenya.
    return new Date(addDays(first, index).getTime() + Math.floor((5 + 16 * share) * 3_600_000))
  }
}

/** The random number generator mulberry32. Each seed gives another sequence of numbers. */
function mulberry32(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function chance(random: Random, probability: number) {
  return random() < probability
}

function pick<T>(random: Random, list: readonly T[]) {
  return at(list, random())
}

/** Picks from the list, more often from its beginning, so that some values are more frequent. */
function pickEarly<T>(random: Random, list: readonly T[]) {
  return at(list, random() * random())
}

function at<T>(list: readonly T[], share: number) {
  const found = list[Math.floor(share * list.length)]
  if (found === undefined) throw new Error('Nothing to choose from')
  return found
}

function pickOther(random: Random, list: readonly string[], taken: string) {
  const found = pick(random, list)
  return found === taken ? (list[(list.indexOf(found) + 1) % list.length] ?? found) : found
}

function plainLetters(name: string) {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
}

function addDays(date: Date, days: number) {
  return new Date(date.getTime() + days * 86_400_000)
}

function day(date: Date) {
  return date.toISOString().slice(0, 10)
}

/** Relative number of applications per month, January first: students apply before each intake. */
const monthWeights = [3, 2.6, 1, 0.9, 2.4, 1, 0.8, 1.2, 2.8, 1.1, 0.7, 0.5]

/** `share`: the percentage of applicants from a people. `muslims`: how many have Muslim names. */
const peopleByShare = names.peoples.flatMap((people) =>
  Array.from({ length: people.share }, () => people),
)

const usualYears = [1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 6]

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** The parts that a statement can have, by their index. */
const outlines = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 1, 2],
  [0, 1, 3],
  [0, 2, 3],
  [0, 1, 2, 3],
]
