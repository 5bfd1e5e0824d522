import type { Intake } from '../../../contract/intake/intake.ts'
import { yearsFrom } from '../../../contract/years-from.ts'
import { placesName, toTimeInput } from './intake-form.ts'

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
