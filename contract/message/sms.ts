import { fill, type Language } from '../language/languages.ts'
import { toGsm } from './gsm.ts'
import type { MessageKind } from './message.ts'
import { oneTimeLinkOf } from './one-time-links.ts'
import { shortStatusPath } from './short-links.ts'

/** What is the same in every SMS. */
export interface SmsSender {
  /** The short name of the foundation, with which the SMS begins. */
  shortName: string
  /** The public address of the site; null if it is not known: then an SMS has no link. */
  origin: string | null
}

/** Characters of a first name for which an SMS has room. */
export const longestName = 20

/** The text of an SMS, in GSM-7 where possible. `firstName` may be empty. */
export function composeSms(
  text: string,
  values: Record<string, string>,
  { shortName, firstName }: { shortName: string; firstName: string },
) {
  const words = fill(text, values)
  const sentence = firstName ? `${firstName}, ${words}` : capitalize(words)
  return toGsm(`${shortName}: ${sentence}`)
}

/** The SMS with the longest name, the longest days and the longest link. */
export function longestSms(
  kind: MessageKind,
  language: Language,
  text: string,
  { shortName, origin }: SmsSender,
) {
  const reference = 'SPH-2026-WWWWWWWW'
  const path =
    oneTimeLinkOf(kind)?.shortPath(language, 'W'.repeat(43)) ?? shortStatusPath(language, reference)
  const values = {
    link: origin === null ? reference : origin + path,
    answer_by: longestDay,
    starts_on: longestDay,
    reference,
    first_name: 'W'.repeat(longestName),
  }
  return composeSms(text, values, { shortName, firstName: 'W'.repeat(longestName) })
}

/** September has the longest short name. */
const longestDay = '28 Sept'

function capitalize(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
