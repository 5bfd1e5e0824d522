import { v7 as uuidv7 } from 'uuid'

import {
  type DeclineReason,
  declineReasonIds,
  earliestStartDate,
  type genders,
  yearsOfStudy,
} from '../../contract/constants.ts'
import type { Language } from '../../contract/languages.ts'
import {
  type AnswersTo,
  isOptional,
  joinValues,
  type QuestionName,
  questionNames,
  questionOf,
} from '../../contract/questions.ts'
import { christianNames, muslimNames, peoples } from './kenyan-names.ts'
import type { AttachmentsTable } from './tables.ts'

interface FakeApplication extends Omit<AnswersTo<'api'>, 'linkedin_url'> {
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

/** Numbers from 0 up to but not including 1, the same for the same seed. */
type Random = () => number

/**
 * `count` fake applications of the year before `today` (YYYY-MM-DD), the oldest first. They are
 * the same for the same count, lookups (and their order) and day. The person at an index is the same
 * for every count; only the time of the application moves, and the start and graduation with it.
 * Courses early in the list are chosen more often.
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

/** The database row of a fake application. */
export function fakeApplicationRow(person: FakeApplication, referenceId: string): AttachmentsTable {
  return {
    ...person,
    _id: uuidv7({ msecs: Date.parse(person.createdAt) }),
    referenceId,
    withdrawnAt: null,
    last_told: null,
    consent: null,
    consentedAt: null,
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
  const residence = pick(random, chance(random, 0.85) ? coast : upcountry)
  const year = pick(random, usualYears)
  const { _id: course, institution } = pickEarly(random, lookups.courses)
  const { _id: department } = pick(random, lookups.departments)
  const start = startDate(random, createdAt)
  const facts = {
    ...pick(random, passions),
    first: name.first_name,
    town: residence.split(',')[0] ?? residence,
    ordinal: ordinals[year - 1] ?? '',
    club: pick(random, clubs),
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
    about_yourself: statement(random, aboutYourself, facts),
    community_engagement_statement: statement(random, communityEngagement, facts),
    understanding_of_swahilipot: statement(random, understanding, facts),
    agree_terms: true,
    agree_communications: chance(random, 0.7),
    ...status(random, createdAt, today),
    language: pickLanguage(random),
    createdAt: createdAt.toISOString(),
  }
  // Last, so that another question does not change the answers to these.
  return { ...otherAnswers(random, own), ...own }
}

function pickLanguage(random: Random): Language {
  return chance(random, 0.3) ? 'sw' : 'en'
}

/** Fake answers to the questions without a generator of their own. */
function otherAnswers<Own extends object>(random: Random, own: Own) {
  const names = questionNames.filter((name) => !(name in own))
  const answers = names.map((name) => [name, otherAnswer(random, name)])
  return Object.fromEntries(answers) as Omit<AnswersTo<'api'>, keyof Own>
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
  const given = (muslim ? muslimNames : christianNames)[gender]
  const first_name = pick(random, chance(random, 0.25) ? own : given)
  const last_name = pickOther(random, people.last, first_name)
  // A Muslim's second name is usually the father's.
  const second = pickOther(random, muslim ? muslimNames.Male : own, first_name)
  const middle_name = second === last_name || chance(random, 0.25) ? null : second
  return { first_name, middle_name, last_name }
}

/** In ranges of small or no operators, so that hardly a number is anybody's. */
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
    email: `${mailbox}${number}@${pick(random, ['example.com', 'example.org', 'example.ac.ke'])}`,
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

/** 18 to 28 years before today, later years of study rather older. */
function birthday(random: Random, year: number, today: string) {
  const age = Math.min(27, 17 + year + Math.floor(random() * random() * 7))
  const date = new Date(today)
  date.setUTCFullYear(date.getUTCFullYear() - age)
  return day(addDays(date, -1 - Math.floor(random() * 364)))
}

/** A Monday one to twenty weeks after the application, or not known yet. */
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

/** Some days after the application came, but not after today. */
function decline(random: Random, createdAt: Date, today: string) {
  const later = addDays(createdAt, 1 + Math.floor(random() * 20))
  return {
    declined_reason: pickEarly(random, declineReasonIds),
    declined_message: chance(random, 0.4) ? pick(random, declineMessages) : null,
    declinedAt: (day(later) < today ? later : createdAt).toISOString(),
  }
}

/** Two to four sentences: one that opens, then some of what follows it, in order. */
function statement(random: Random, parts: string[][], facts: Record<string, string>) {
  const between = chance(random, 0.08) ? '\n\n' : ' '
  return pick(random, outlines)
    .map((part) => pick(random, parts[part] ?? []))
    .map((sentence) => fill(sentence, facts))
    .join(between)
}

/** Facts may themselves have slots for other facts. */
function fill(text: string, facts: Record<string, string>): string {
  if (!text.includes('{')) return text
  return text.replaceAll(/\{(\w+)\}/g, (slot, fact: string) => {
    const value = facts[fact]
    return value === undefined ? slot : fill(value, facts)
  })
}

/** Spreads positions from 0 to `count` over the 365 days before today, more on the busy ones. */
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
    // Between eight in the morning and midnight in Mombasa.
    return new Date(addDays(first, index).getTime() + Math.floor((5 + 16 * share) * 3_600_000))
  }
}

/** The small generator known as mulberry32: every seed starts somewhere else on its cycle. */
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

/** Rather one from the beginning of the list, so that rankings have a shape. */
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

const peopleByShare = peoples.flatMap((people) =>
  Array.from({ length: people.share }, () => people),
)

const usualYears = [1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 6]

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Which parts of a statement are said. */
const outlines = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 1, 2],
  [0, 1, 3],
  [0, 2, 3],
  [0, 1, 2, 3],
]

const coast = [
  'Old Town, Mombasa',
  'Tudor, Mombasa',
  'Majengo, Mombasa',
  'Ganjoni, Mombasa',
  'Kizingo, Mombasa',
  'Tononoka, Mombasa',
  'Nyali, Mombasa',
  'Kongowea, Mombasa',
  'Frere Town, Mombasa',
  'Mkomani, Mombasa',
  'Kisauni, Mombasa',
  'Bamburi, Mombasa',
  'Mishomoroni, Mombasa',
  'Kiembeni, Mombasa',
  'Utange, Mombasa',
  'Shanzu, Mombasa',
  'Likoni, Mombasa',
  'Mtongwe, Mombasa',
  'Changamwe, Mombasa',
  'Port Reitz, Mombasa',
  'Magongo, Mombasa',
  'Chaani, Mombasa',
  'Mikindani, Mombasa',
  'Miritini, Mombasa',
  'Jomvu Kuu, Mombasa',
  'Mtwapa',
  'Kikambala',
  'Vipingo',
  'Kilifi town',
  'Mnarani, Kilifi',
  'Watamu',
  'Malindi',
  'Mambrui',
  'Marafa',
  'Mariakani',
  'Mazeras',
  'Rabai',
  'Kaloleni',
  'Ukunda',
  'Diani',
  'Tiwi',
  'Kwale town',
  'Kinango',
  'Msambweni',
  'Lunga Lunga',
  'Voi',
  'Mwatate',
  'Wundanyi',
  'Taveta',
  'Lamu Old Town',
  'Mpeketoni',
  'Hola',
  'Garsen',
]

const upcountry = [
  'Embakasi, Nairobi',
  'Kasarani, Nairobi',
  "Lang'ata, Nairobi",
  'Juja',
  'Thika',
  'Machakos',
  'Kitui',
  'Nakuru',
  'Eldoret',
  'Kakamega',
  'Kisumu',
  'Kisii',
  'Nyeri',
  'Meru',
  'Garissa',
]

const passions = [
  {
    doing: 'building small websites',
    dream: 'a software developer',
    made: 'a booking page for the boda boda riders of our stage',
  },
  {
    doing: 'repairing phones and laptops',
    dream: 'a network engineer',
    made: 'a charging station out of old laptop batteries',
  },
  {
    doing: 'wiring circuits and small robots',
    dream: 'an electrical engineer',
    made: 'a water level alarm for my grandmother’s tank',
  },
  {
    doing: 'working with data',
    dream: 'a data analyst',
    made: 'a spreadsheet that my mother’s chama still uses',
  },
  {
    doing: 'taking photographs',
    dream: 'a documentary photographer',
    made: 'an exhibition about the fishermen of {town}',
  },
  {
    doing: 'shooting and editing short videos',
    dream: 'a film maker',
    made: 'a short film called “Matatu ya Mwisho”',
  },
  {
    doing: 'designing posters and logos',
    dream: 'a graphic designer',
    made: 'the posters of three community events',
  },
  {
    doing: 'drawing cartoons and animating them',
    dream: 'an animator',
    made: 'a two-minute cartoon about Abunuwasi',
  },
  {
    doing: 'recording and mixing music',
    dream: 'a sound engineer',
    made: 'an EP of five songs in a bedroom studio',
  },
  {
    doing: 'writing news and features',
    dream: 'a journalist',
    made: 'a campus newsletter read by over {number} students',
  },
  {
    doing: 'talking to people on radio',
    dream: 'a radio presenter',
    made: 'a podcast about growing up in {town}',
  },
  {
    doing: 'mentoring teenagers',
    dream: 'a social worker',
    made: 'a reading club for Class 6 pupils',
  },
  {
    doing: 'running a small business',
    dream: 'an entrepreneur',
    made: 'an online shop for lesos and kikois',
  },
  {
    doing: 'showing visitors around',
    dream: 'a tour operator',
    made: 'a walking tour of the Old Town, with Swahili dishes at the end',
  },
  {
    doing: 'sewing and designing clothes',
    dream: 'a fashion designer',
    made: 'a collection of kitenge jackets for our cultural week',
  },
]

const clubs = [
  'our estate’s youth group',
  'the Red Cross club',
  'the environmental club',
  'an interfaith youth network',
  'our old school’s drama club',
  'a women’s group in {town}',
  'a children’s home in {town}',
  'the football team of {town}',
  'the county library',
  'a beach management unit',
]

const declineMessages = [
  'Thank you for applying. We hope to hear from you again for the next intake.',
  'The link to your resume asks for a password. Please apply again with one that opens.',
  'Your college asks for six months, and our departments plan for three.',
  'Asante for your patience.\nPlease talk to us at the next open day.',
]

const aboutYourself = [
  [
    'My name is {first} and I enjoy {doing}.',
    'I am a {ordinal}-year student from {town}, and {doing} is what I do best.',
    'I grew up in {town}, where I started {doing} while still in high school.',
    'Habari! I am {first}, a {ordinal}-year student who loves {doing}.',
    'I am {first}, the first in my family to join college, and I spend most evenings {doing}.',
    'I am a hardworking, curious {ordinal}-year student with a passion for {doing}.',
    'Ever since I was in Form 2 I have been {doing}, mostly teaching myself from YouTube.',
    'I was born and raised in {town} and I am good at {doing}.',
    'As a {ordinal}-year student I divide my time between classes and {doing}.',
  ],
  [
    'Last year I made {made}.',
    'My proudest work so far is {made}.',
    'With two classmates I made {made}, and we are still improving it.',
    'For my class project I made {made}; our lecturer called it "the surprise of the semester".',
    'During the long holiday I made {made}, with almost no budget.',
    'I am currently working on my second big project after {made}.',
  ],
  [
    'Friends say that I listen first, speak second, and never leave a job half done.',
    'I work well in a team, I keep time, and I am not afraid to ask questions.',
    'I speak Kiswahili, English and my mother tongue, which helps me to work with everybody.',
    'I have learnt to manage pressure, because I pay part of my fees by working on weekends.',
    'My lecturers know me as someone who finds a way even when the lights go off.',
    'What I bring:\n- patience\n- a working laptop\n- good Kiswahili and English',
    'I believe in the saying "haba na haba hujaza kibaba", so I practise a little every day.',
    'I lead a small study group of {ordinal}-years, and teaching others has taught me a lot.',
  ],
  [
    'My dream is to become {dream}, and to employ other young people from {town}.',
    'In five years I want to be {dream} here at the coast, not abroad.',
    'I now need real work, real deadlines and honest feedback to grow into {dream}.',
    'This attachment would be my first step towards becoming {dream}.',
    'I hope to learn from people who already do this work every day.',
    'I am ready to start immediately, and I can work late when a project needs it.',
  ],
]

const communityEngagement = [
  [
    'I volunteer with {club} two Saturdays every month.',
    'For three years I have been an active member of {club}.',
    'Together with {club} I organise clean-ups, talks and sports days for young people.',
    'Community work started at home for me: my mother is a community health promoter in {town}.',
    'I have served as secretary of {club} for the last two years.',
    'After the floods I joined {club} to collect food, clothes and school books.',
    'At college I am a peer educator, and at home I help at {club}.',
    'I have not held any big position, but I show up whenever {club} calls for volunteers.',
  ],
  [
    'In one drive we planted {number} mangrove seedlings at the creek, and most have survived.',
    'We have reached about {number} young people so far, most of them girls.',
    'Last December we raised Ksh {number},000 and paid exam fees for five pupils.',
    'I taught basic computer skills to {number} form four leavers in {town}.',
    'We screened films in the open, and over {number} neighbours came to watch and discuss.',
    'My role was to register people, take photos and write the report (all {number} names!).',
    'We collected more than {number} kilos of plastic between the beach and the market.',
  ],
  [
    'I learnt that listening to the elders first makes everything else easier.',
    'It taught me that people support what they have helped to build.',
    'The experience showed me how drug abuse, idleness and lack of jobs go together.',
    'I discovered that a small, regular effort beats one big event with T-shirts.',
    'It was not always easy: some parents asked, "Who is paying you for this?"',
    'I also saw how much talent there is in {town}, and how little space there is to show it.',
  ],
  [
    'I would like to bring what I learn at the Hub back to {club}.',
    'During the attachment I want to mentor at least five teenagers from {town}.',
    'I hope to help with outreach, because I know many schools and youth groups in {town}.',
    'I am ready to volunteer even after the attachment ends.',
    'My plan is to start a weekend class for those who cannot afford college.',
    'I want young people from {town} to see that somebody like them can make it.',
  ],
]

const understanding = [
  [
    'Swahilipot empowers the youth of Mombasa through technology, arts and entrepreneurship.',
    'To me, Swahilipot is one roof for young people with ideas: techies, artists, traders.',
    'Swahilipot Hub brings together young people of the coast to learn, create and find work.',
    'I understand Swahilipot as a community of empowered youth driving positive change.',
    'Swahilipot is a non-profit that opens doors for creative youth aged 18 to 35.',
    'From what I have read, Swahilipot supports young people "from idea to income".',
    'Swahilipot is the place near Fort Jesus where heritage, art and technology meet.',
  ],
  [
    'I first heard about it from a friend who did her attachment in the Creatives department.',
    'I attended an open mic there in my {ordinal} year and was moved by the talent on stage.',
    'A Campus Ambassador visited our college and told us about the programmes.',
    'I follow the events on Instagram, and I have attended two tech meet-ups.',
    'My cousin got a job through the employer engagement programme, so I have seen the results.',
    'I came across the documentary online and watched it twice.',
    'Our lecturer always mentions it when she talks about innovation at the coast.',
  ],
  [
    'I know programmes such as Swahili Tech Women, the Tourism Innovation Lab and case management.',
    'I like that it values community, empowerment, innovation and sustainability.',
    'Its departments, from Tech & Engineering to Creatives, share real projects.',
    'It does not only train: it mentors, follows up and connects youth with employers.',
    'It has supported startups, artists and thousands of youth who would be left out.',
    'It also keeps Swahili culture alive, which matters to me as someone from {town}.',
  ],
  [
    'I want to be part of it because I share the vision, and because I want to become {dream}.',
    'I believe that I would learn more there in three months than in a year of theory.',
    'I would be proud to contribute, however small my part.',
    'Such a place is exactly what I wished for when I was in high school.',
    'I would like to understand from the inside how such a community is run.',
    'That is why Swahilipot is my first choice – not just any office.',
  ],
]
