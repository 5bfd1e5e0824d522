import { lastMomentOf, latestArrivalOf } from '../../../contract/intake/intake.ts'
import type { IntakeOnPage } from '../../../contract/intake/intakes-on-page.ts'
import type { OwnPlacement } from '../../../contract/application/own-application.ts'
import { nameIn } from '../../../contract/language/languages.ts'
import { dayInKenya, daysBetween } from '../../../contract/time-zone.ts'
import { longDate, longDay, weekday } from '../../lib/public-dates.ts'
import { todayInKenya } from '../../lib/today.ts'
import type { I18n } from '../../lib/language.tsx'

type Words = Pick<I18n, 'tServer' | 'locale'>

/** 'Apply until September 30, 2026 (12 days left).' On the last day it names the hour. */
export function applyUntil(intake: IntakeOnPage, words: Words) {
  const { tServer, locale } = words
  const { daysLeft } = intake
  if (daysLeft === 0) {
    return tServer('Apply today, until {time} (Kenya time).', { time: endOf(intake, locale) })
  }
  const day = longDay(lastMomentOf(intake), locale)
  return tServer('Apply until {day} ({left}).', { day, left: leftInWords(daysLeft, words) })
}

/** 'Answer by Thursday, December 3, 2026 (7 days left).' `answerBy` is the end of a day in Kenya. */
export function answerByInWords(answerBy: string, words: Words) {
  const left = leftInWords(daysBetween(todayInKenya(), dayInKenya(answerBy)), words)
  return words.tServer('Answer by {day} ({left}).', { day: weekday(answerBy, words.locale), left })
}

/** The number of days until a day, in words. */
function leftInWords(days: number, { tServer }: Words) {
  if (days === 0) return tServer('today is the last day')
  return days === 1 ? tServer('1 day left') : tServer('{days} days left', { days })
}

/** When a planned intake opens. On the day itself it names the hour. */
export function opensOn({ opensAt, daysLeft }: IntakeOnPage, { tServer, locale }: Words) {
  return daysLeft === 0
    ? tServer('It opens today at {time} (Kenya time).', { time: hourIn(opensAt, locale) })
    : tServer('It opens on {day} ({when}).', {
        day: longDay(opensAt, locale),
        when: daysLeft === 1 ? tServer('tomorrow') : tServer('in {days} days', { days: daysLeft }),
      })
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
