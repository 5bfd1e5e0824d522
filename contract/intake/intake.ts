import * as z from 'zod/mini'
import { department as departmentRecord } from '../department.ts'
import { listQuery } from '../endpoint.ts'
import {
  choice,
  day,
  email,
  flag,
  id,
  moment,
  nameLine,
  oneOf,
  optionalLine,
  reference,
  timestamp,
} from '../fields.ts'
import { askedQuestions } from './intake-questions.ts'
import { askedPaper, intakePaper, intakePapersInput } from './papers.ts'
import { languages } from '../language/languages.ts'
import { dayInKenya } from '../time-zone.ts'

/** An intake takes applications while it is open, for attachments from `startsOn` to `endsOn`. */
export const intakeStates = ['planned', 'open', 'closed', 'running', 'ended'] as const

/** A form that arrives within this time after the intake has closed is kept as late. In ms. */
export const lateArrival = 24 * 60 * 60 * 1000

/** The places of an intake in one department. */
const places = z.object({
  department: z.object({ _id: id, name: z.string() }),
  places: z.number(),
  /** Applications with an open or confirmed offer. */
  taken: z.number(),
})

/** An intake as the back office reads it. `state` is computed from the dates. */
export const intake = z.object({
  _id: id,
  name: z.string(),
  /** The name in Kiswahili. Without it, `name` is shown. */
  name_sw: z.nullable(z.string()),
  opensAt: timestamp,
  closesAt: timestamp,
  startsOn: z.string(),
  endsOn: z.string(),
  /** Days that an applicant has to answer an offer. */
  answerDays: z.number(),
  /** Whether a free place is offered to the next on the waiting list without staff. */
  autoPromote: z.boolean(),
  places: z.array(places),
  papers: z.array(intakePaper),
  /** Whether a confirmed place goes to somebody else if papers are missing after reminders. */
  lapsesWithoutPapers: z.boolean(),
  state: z.enum(intakeStates),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const eachDepartment = 'Give the places of each department'
const most = { answerDays: 90, places: 10_000 }

/** The order of the dates is checked by the server, also in a draft with other errors. */
export const intakeInput = z.object({
  name: nameLine(),
  name_sw: optionalLine(),
  opensAt: moment,
  closesAt: moment,
  startsOn: day(),
  endsOn: day(),
  answerDays: z._default(whole(1, most.answerDays), 7),
  autoPromote: flag(false),
  places: z._default(
    z
      .array(
        z.object({ department: reference(), places: whole(0, most.places) }, eachDepartment),
        eachDepartment,
      )
      .check(
        z.maxLength(200, 'Use at most 200 departments'),
        z.refine((all) => new Set(all.map(({ department }) => department)).size === all.length, {
          error: 'Name each department once',
        }),
      ),
    [],
  ),
  /** Left out: those that the intake has; for a new one, the standard ones after the offer. */
  papers: z.optional(intakePapersInput),
  lapsesWithoutPapers: flag(false),
})

export const intakeQuery = z.extend(
  listQuery(['name', 'opensAt', 'closesAt', 'startsOn', 'createdAt']),
  { state: z.optional(oneOf(intakeStates)) },
)

/** An open or planned intake, for applicants. Without departments, every department takes part. */
export const publicIntake = z.object({
  ...z.pick(intake, {
    _id: true,
    name: true,
    name_sw: true,
    opensAt: true,
    closesAt: true,
    startsOn: true,
    endsOn: true,
    state: true,
  }).shape,
  departments: z.array(z.pick(departmentRecord, { _id: true, name: true, name_sw: true })),
  /** The questions that it asks besides those of the form; null if it has none. */
  questions: askedQuestions,
  /** What must be sent with an application. */
  papers: z.array(askedPaper),
})

/** The wish for one e-mail when the next intake opens. */
export const intakeAlertInput = z.object({
  email: email(),
  language: z._default(choice(languages, 'Choose a language'), 'en'),
})

/** The last moment at which an intake is open. One that closes at midnight is open until the day before. */
export function lastMomentOf({ closesAt }: Pick<Intake, 'closesAt'>) {
  return new Date(Date.parse(closesAt) - 1).toISOString()
}

/** The time until which a form that was begun before the intake closed may arrive. */
export function latestArrivalOf({ closesAt }: Pick<Intake, 'closesAt'>) {
  return new Date(Date.parse(closesAt) + lateArrival).toISOString()
}

type Dates = Pick<Intake, 'opensAt' | 'closesAt' | 'startsOn' | 'endsOn'>

/** The state of an intake at a time in milliseconds. Days are days in Kenya. */
export function intakeStateAt(
  { opensAt, closesAt, startsOn, endsOn }: Dates,
  at: number,
): IntakeState {
  const today = dayInKenya(at)
  if (at < Date.parse(opensAt)) return 'planned'
  if (at < Date.parse(closesAt)) return 'open'
  if (today < startsOn) return 'closed'
  return today <= endsOn ? 'running' : 'ended'
}

/** The error of each date that contradicts another one. */
export function intakeDateErrors({ opensAt, closesAt, startsOn, endsOn }: Dates) {
  return {
    ...(closesAt <= opensAt && { closesAt: 'The intake must close after it opens' }),
    ...(endsOn < startsOn && { endsOn: 'The last day must not be before the first day' }),
    ...(endsOn < dayInKenya(opensAt) && {
      endsOn: 'The last day must not be before the intake opens',
    }),
  } as Record<string, string>
}

function whole(min: number, max: number) {
  const message = `Use a whole number from ${min} to ${max}`
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}

export type Intake = z.infer<typeof intake>
export type IntakeInput = z.output<typeof intakeInput>
export type IntakeQuery = z.output<typeof intakeQuery>
export type IntakeState = Intake['state']
export type PublicIntake = z.infer<typeof publicIntake>
