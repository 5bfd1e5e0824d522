import { v7 as uuidv7 } from 'uuid'

import { earliestStartDate, type genders, yearsOfStudy } from '../../contract/constants.ts'
import { declineReasonIds } from '../../contract/application/decline-reasons.ts'
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
import { type AttachmentsTable, notCompared, withoutIntake, withoutTypedNames } from './tables.ts'

type FakeAnswers = Omit<AnswersTo<'api'>, 'linkedin_url' | 'institution_name' | 'course_name'>

type FakeApplication = FakeAnswers & { institution: string; course: string } & Pick<
    AttachmentsTable,
    | 'linkedin_url'
    | 'is_accepted'
    | 'is_archived'
    | 'declined_reason'
    | 'declined_message'
    | 'declinedAt'
    | 'language'
    | 'createdAt'
  >

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
  const start = Date.parse(today) - year
  for (let index = 0; index < count; index++) {
    const random = mulberry32(Math.imul(index + 1, seedStep))
    const createdAt = new Date(start + (year * (index + 0.9 * random())) / count)
    yield application(index, random, createdAt, lookups, today)
  }
}

/** Odd, so that each index has its own seed. Tests rely on the status of the first people. */
const seedStep = 0xbb497ddd

const day = 24 * 60 * 60 * 1000
const year = 365 * day

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
    ...notCompared,
    extra: null,
    questionSet: null,
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
  const decision = status(random, createdAt, today)
  const gender: Gender = chance(random, 0.5) ? 'Female' : 'Male'
  const name = personalName(random, gender)
  const residence = pick(random, texts.residences)
  const yearOfStudy = Math.floor(random() * yearsOfStudy.length)
  const { _id: course, institution } = pickEarly(random, lookups.courses)
  const { _id: department } = pick(random, lookups.departments)
  const start = startDate(random, createdAt)
  const facts = { first: name.first_name, town: residence, doing: pick(random, texts.hobbies) }
  const own = {
    ...name,
    phone_number: phoneNumber(random),
    ...contacts(random, index, name),
    gender,
    date_of_birth: dayAfter(today, -year * (18 + 6 * random()) - 10 * day),
    residential_location: residence,
    institution,
    course,
    department,
    year_of_study: yearsOfStudy[yearOfStudy]!,
    expected_graduation_date: dayAfter(start ?? createdAt, year + Math.floor(random() * year)),
    available_start_date: start,
    can_attend_onsite: chance(random, 0.85),
    about_yourself: statement(random, texts.aboutYourself, facts),
    community_engagement_statement: statement(random, texts.communityEngagement, facts),
    understanding_of_swahilipot: statement(random, texts.understanding, facts),
    agree_terms: true,
    agree_communications: chance(random, 0.7),
    ...decision,
    language: chance(random, 0.3) ? ('sw' as const) : ('en' as const),
    createdAt: createdAt.toISOString(),
  }
  // Made last, so that a new question does not change the random answers above.
  return { ...otherAnswers(random, own), ...own }
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
  const last_name = pick(random, names.last)
  const second = pick(random, names.last)
  const middle_name = second === last_name || chance(random, 0.25) ? null : second
  return { first_name: pick(random, names.first[gender]), middle_name, last_name }
}

/** A phone number in a range that few or no people use. */
function phoneNumber(random: Random) {
  const range = pick(random, ['0744', '0121 ', '+254749', '+254 744 '])
  const separator = range.endsWith(' ') ? ' ' : ''
  const digits = String(Math.floor(random() * 1_000_000)).padStart(6, '0')
  return `${range}${digits.slice(0, 3)}${separator}${digits.slice(3)}`
}

function contacts(
  random: Random,
  index: number,
  { first_name, last_name }: { first_name: string; last_name: string },
) {
  const [first, last] = [plainLetters(first_name), plainLetters(last_name)]
  const handle = `${first}-${last}-${index + 1}`
  return {
    email: `${first}.${last}${index + 1}@${pick(random, fakeDomains)}`,
    linkedin_url: chance(random, 0.85) ? `https://linkedin.example.com/in/${handle}` : null,
    github_url: chance(random, 0.35) ? `https://github.example.com/${handle}` : null,
    resume_url: `https://drive.example.org/file/d/${handle}/view?usp=sharing&kind=cv`,
    cover_letter_url: `https://files.example.com/cover-letters/${handle}.pdf`,
  }
}

/** A day one to twenty weeks after the application, or null for an unknown start. */
function startDate(random: Random, createdAt: Date) {
  if (chance(random, 0.08)) return null
  const start = dayAfter(createdAt, 7 * day * (1 + Math.floor(random() * 20)))
  return start > earliestStartDate ? start : earliestStartDate
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
  const later = Math.min(createdAt.getTime() + 20 * day * random(), Date.parse(today))
  return {
    declined_reason: pickEarly(random, declineReasonIds),
    declined_message: chance(random, 0.4) ? pick(random, texts.declineMessages) : null,
    declinedAt: new Date(later).toISOString(),
  }
}

/** One to three sentences. Words in braces are replaced by the facts. */
function statement(random: Random, parts: string[][], facts: Record<string, string>) {
  return parts
    .slice(0, 1 + Math.floor(random() * parts.length))
    .map((sentences) => pick(random, sentences))
    .join(' ')
    .replaceAll(/\{(\w+)\}/g, (slot, fact: string) => facts[fact] ?? slot)
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

function plainLetters(name: string) {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
}

function dayAfter(date: Date | string, milliseconds: number) {
  return new Date(new Date(date).getTime() + milliseconds).toISOString().slice(0, 10)
}
