import * as z from 'zod/mini'
import { intakeInput, type Intake, type IntakeInput } from '../../../contract/intake/intake.ts'
import {
  type PaperPurpose,
  paperPurposes,
  standardPapers,
} from '../../../contract/intake/paper-kinds.ts'
import { timeInKenya } from '../../../contract/time-zone.ts'
import type { Values } from '../../forms/fields.tsx'
import { yearsFrom } from '../../../contract/years-from.ts'

const placesPrefix = 'places-'

export const placesName = (department: string) => `${placesPrefix}${department}`

type PaperField = 'name' | 'name_sw' | 'asked' | 'dueDays'

export const paperControl = (purpose: PaperPurpose, field: PaperField) =>
  `paper-${purpose}-${field}`

/** Checks the values of the form. An error of a department's places has the name of its control. */
export const intakeForm = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((values, context) => {
    const input = inputOf(values)
    const { success, data, error } = intakeInput.safeParse(input)
    if (success) return inOrder(data)
    for (const { message, path } of error.issues) {
      const [field, index] = path
      const place = field === 'places' ? input.places[Number(index)] : undefined
      const name = place ? placesName(place.department) : String(field)
      const isMissing = values[name] === ''
      const issue = { message: isMissing ? 'Required' : message, input: values, path: [name] }
      context.issues.push({ code: 'custom', ...issue })
    }
    return z.NEVER
  }),
)

/** Converts an intake to the values that the schema returns. */
export function intakeValues(intake: Intake): Values {
  const { _id: _, updatedAt: _updatedAt, createdAt: _createdAt, state: _state, ...values } = intake
  const places = intake.places.map(({ department, places: number }) => ({
    department: department._id,
    places: number,
  }))
  return inOrder({ ...values, places })
}

/** The value of a `datetime-local` control, in Kenya's time zone. */
export function toTimeInput(time: unknown) {
  return typeof time === 'string' ? timeInKenya(time).slice(0, 16).replace(' ', 'T') : ''
}

function inputOf(values: Record<string, unknown>) {
  const places = Object.entries(values)
    .filter(([name, typed]) => name.startsWith(placesPrefix) && typed !== '')
    .map(([name, typed]) => ({
      department: name.slice(placesPrefix.length),
      places: Number(typed),
    }))
  return {
    ...values,
    opensAt: fromTimeInput(values['opensAt']),
    closesAt: fromTimeInput(values['closesAt']),
    answerDays: Number(values['answerDays']),
    places,
    papers: papersIn(values),
  }
}

/** The papers of the form. One of the intake's own is there if it has a name. */
function papersIn(values: Record<string, unknown>) {
  return paperPurposes.flatMap((purpose) => {
    const control = (field: PaperField) => values[paperControl(purpose, field)]
    const [name, name_sw] = [control('name'), control('name_sw')]
    const isStandard = purpose in standardPapers
    if (!isStandard && !name && !name_sw) return []
    return {
      purpose,
      name: isStandard ? null : name,
      name_sw: isStandard ? null : name_sw,
      asked: control('asked'),
      dueDays: Number(control('dueDays')),
    }
  })
}

function fromTimeInput(typed: unknown) {
  return typeof typed === 'string' ? `${typed.slice(0, 16)}:00+03:00` : typed
}

/** One order of the departments, so that equal places compare as equal. */
function inOrder<WithPlaces extends { places: IntakeInput['places'] }>(values: WithPlaces) {
  const places = values.places.toSorted((a, b) => (a.department < b.department ? -1 : 1))
  return { ...values, places }
}

/** Fills in the controls that nobody has changed: an earlier intake, with every date a year later. */
export function copyIntake(form: HTMLFormElement, intake: Intake) {
  const { name, name_sw, startsOn, endsOn, opensAt, closesAt } = intake
  const values = {
    name: aYearLater(name),
    name_sw: aYearLater(name_sw ?? ''),
    opensAt: timeAYearLater(opensAt),
    closesAt: timeAYearLater(closesAt),
    startsOn: yearsFrom(startsOn, 1),
    endsOn: yearsFrom(endsOn, 1),
    answerDays: String(intake.answerDays),
    ...Object.fromEntries(
      intake.places.map(({ department, places }) => [placesName(department._id), String(places)]),
    ),
  }
  for (const [key, value] of Object.entries(values)) {
    const control = form.elements.namedItem(key)
    if (control instanceof HTMLInputElement && control.value === control.defaultValue) {
      control.value = value
    }
  }
  for (const flag of ['autoPromote', 'lapsesWithoutPapers'] as const) {
    const box = form.elements.namedItem(flag)
    if (box instanceof HTMLInputElement && !box.checked) box.checked = intake[flag]
  }
}

/** 'January 2026 intake' becomes 'January 2027 intake'. */
function aYearLater(name: string) {
  return name.replace(/\b20\d\d\b/, (year) => String(Number(year) + 1))
}

function timeAYearLater(time: string) {
  const [day = '', hour] = toTimeInput(time).split('T')
  return `${yearsFrom(day, 1)}T${hour}`
}
