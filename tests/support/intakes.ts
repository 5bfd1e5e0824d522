import type { intakeInput } from '../../contract/intake.ts'
import type * as z from 'zod/mini'

const day = 24 * 60 * 60 * 1000

/** The body of a new intake that is open now, with attachments that begin in a month. */
export function newIntake(changes: Partial<z.input<typeof intakeInput>> = {}) {
  const at = (days: number) => new Date(Date.now() + days * day).toISOString()
  return {
    name: `Intake ${Math.random().toString(36).slice(2, 10)}`,
    name_sw: null,
    opensAt: at(-7),
    closesAt: at(7),
    startsOn: at(30).slice(0, 10),
    endsOn: at(120).slice(0, 10),
    answerDays: 7,
    autoPromote: false,
    places: [],
    ...changes,
  }
}
