import { lastMomentOf, latestArrivalOf } from '../../../contract/intake/intake.ts'
import type { IntakeOnPage } from '../../../contract/intake/intakes-on-page.ts'
import type { OwnPlacement } from '../../../contract/application/own-application.ts'
import { nameIn } from '../../../contract/language/languages.ts'
import { longDate, longDay } from '../../lib/public-dates.ts'
import type { I18n } from '../../lib/language.tsx'

type Words = Pick<I18n, 'tServer' | 'locale'>

/** 'Apply until September 30, 2026.' On the last day it names the hour. */
export function applyUntil(intake: IntakeOnPage, { tServer, locale }: Words) {
  return intake.isToday
    ? tServer('Apply today, until {time} (Kenya time).', { time: endOf(intake, locale) })
    : tServer('Apply until {day}.', { day: longDay(lastMomentOf(intake), locale) })
}

/** When a planned intake opens. On the day itself it names the hour. */
export function opensOn({ opensAt, isToday }: IntakeOnPage, { tServer, locale }: Words) {
  return isToday
    ? tServer('It opens today at {time} (Kenya time).', { time: hourIn(opensAt, locale) })
    : tServer('It opens on {day}.', { day: longDay(opensAt, locale) })
}

/** The time until which a late form may arrive. */
export function lateUntil(intake: IntakeOnPage, { tServer, locale }: Words) {
  const until = latestArrivalOf(intake)
  const last = latestArrivalOf({ closesAt: lastMomentOf(intake) })
  return tServer('{day}, {time} (Kenya time)', {
    day: longDay(last, locale),
    time: isMidnight(until) ? midnight : hourIn(until, locale),
  })
}

/** The days of the attachment. */
export function attachmentDays(
  { startsOn, endsOn }: Pick<IntakeOnPage, 'startsOn' | 'endsOn'>,
  { tServer, locale }: Words,
) {
  return tServer('{first} to {last}', {
    first: longDate(startsOn, locale),
    last: longDate(endsOn, locale),
  })
}

/** The names of the departments that have places, separated by commas. */
export function departmentNames({ departments }: IntakeOnPage, { language }: I18n) {
  return departments.map((department) => nameIn(language, department)).join(', ')
}

/** The supervisor of a placement, and the day on which it was broken off, with their labels. */
export function placementFacts(
  placement: OwnPlacement | null | undefined,
  { tServer, locale }: Words,
) {
  const { supervisor = null, brokenOffOn = null } = placement ?? {}
  return [
    ...(supervisor === null ? [] : [[tServer('Supervisor'), supervisor] as const]),
    ...(brokenOffOn === null
      ? []
      : [[tServer('Ended early on'), longDate(brokenOffOn, locale)] as const]),
  ]
}

/** The hour of closing. At midnight the day is the one before, so the hour is 24:00. */
function endOf({ closesAt }: IntakeOnPage, locale: string) {
  return isMidnight(closesAt) ? midnight : hourIn(closesAt, locale)
}

const midnight = '24:00'

function isMidnight(moment: string) {
  return hourIn(moment, 'en-GB') === '00:00'
}

/** The time of day in Kenya, in 24 hours also in Kiswahili. */
function hourIn(moment: string, locale: string) {
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Africa/Nairobi',
  }).format(new Date(moment))
}
