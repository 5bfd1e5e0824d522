import { intakeStateAt, lastMomentOf, latestArrivalOf, type PublicIntake } from './intake.ts'
import { dayInKenya, daysBetween } from '../time-zone.ts'

/** An intake as the pages of applicants show it. */
export interface IntakeOnPage extends Omit<PublicIntake, 'state'> {
  /** `late`: it has closed, but forms that were begun before may still arrive. */
  phase: 'planned' | 'open' | 'late'
  /** Days in Kenya until it opens or closes, as the phase demands. On the day itself, pages show the hour. */
  daysLeft: number
}

/** The intakes as pages show them. They change at certain minutes and once a day only, so pages can be cached. */
export interface IntakesOnPage {
  /** False if the foundation has no intakes: pages then say nothing about them. */
  hasAny: boolean
  /** The open ones and the late ones first to close first, the planned ones first to open first. */
  intakes: readonly IntakeOnPage[]
}

export const noIntakes: IntakesOnPage = { hasAny: false, intakes: [] }

type Dated = Omit<PublicIntake, 'state'>

/** The intakes as pages show them at a time in milliseconds, in the order in which they close. */
export function intakesOnPageAt(intakes: readonly Dated[], at: number): IntakesOnPage {
  const today = dayInKenya(at)
  const shown = intakes.flatMap((intake): IntakeOnPage[] => {
    const phase = phaseAt(intake, at)
    if (!phase) return []
    const day = dayInKenya(phase === 'planned' ? intake.opensAt : lastMomentOf(intake))
    return [{ ...intake, phase, daysLeft: daysBetween(today, day) }]
  })
  const planned = shown
    .filter(({ phase }) => phase === 'planned')
    .toSorted((one, other) => Date.parse(one.opensAt) - Date.parse(other.opensAt))
  return {
    hasAny: intakes.length > 0,
    intakes: [...shown.filter(({ phase }) => phase !== 'planned'), ...planned],
  }
}

function phaseAt(intake: Dated, at: number): IntakeOnPage['phase'] | undefined {
  const state = intakeStateAt(intake, at)
  if (state === 'planned' || state === 'open') return state
  return at < Date.parse(latestArrivalOf(intake)) ? 'late' : undefined
}
