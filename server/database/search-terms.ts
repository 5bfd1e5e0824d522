import { referenceIdPattern } from '../../contract/constants.ts'
import {
  digitsOf,
  hasCodePrefix,
  phoneDigits,
  toAsciiPhone,
  toInternationalNumber,
  toNationalNumber,
} from '../../contract/phone-number.ts'
import { readReferenceId } from '../../contract/application/reference-id.ts'
import { normalizeForSearch } from './normalize.ts'

/** Words before a pasted reference ID, such as "Reference ID:". */
const label = /^[\p{L} ]+:\s*(?=\P{L}*sph[^\p{L}])/u

/**
 * The normalized terms of a search. An application must contain each of them. Phone numbers and
 * reference IDs become the spelling that search texts have.
 */
export function termsOf(search: string) {
  const words = normalizeForSearch(search).replace(label, '').split(/\s+/).filter(Boolean)
  const terms: string[] = []
  while (words.length > 0) {
    terms.push(...(takeReferenceId(words) ?? takeNumbers(words) ?? words.splice(0, 1)))
  }
  return [...new Set(terms)]
}

/** Whether a term is a phone number or a reference ID, which no name contains. */
export function isNumberOrReferenceId(term: string) {
  if (/^\d+$/.test(term)) return term.length >= phoneDigits.fewest
  return referenceIdPattern.test(term.toUpperCase())
}

/**
 * The term that finds all spellings of a phone number, and perhaps longer numbers. Undefined for a
 * text that is no whole number: it would find the numbers of others.
 */
export function termOfNumber(typed: string) {
  const term = toNationalNumber(typed).replace(/^[0+]/, '')
  const isWhole = term.length >= phoneDigits.fewest && term.length <= phoneDigits.most
  return isWhole ? term : undefined
}

/** Takes the first words if they are a reference ID: in a link, without its dashes or in parts. */
function takeReferenceId(words: string[]) {
  const [first = ''] = words
  const isPrefixed = /(^|[^a-z\d])sph/.test(first)
  for (let count = 1; count <= (isPrefixed ? mostParts : 1); count++) {
    const id = readReferenceId(words.slice(0, count).join(''))
    if (!referenceIdPattern.test(id)) continue
    // Digits alone are a phone number.
    if (!isPrefixed && !/^\d.*[a-z]/.test(first)) continue
    words.splice(0, count)
    return [id.toLowerCase()]
  }
  return undefined
}

const mostParts = 6

/** Takes the first words if they consist of digits and the punctuation of phone numbers. */
function takeNumbers(words: string[]) {
  const texts = words.map(toAsciiPhone)
  const end = texts.findIndex((text) => !/^[\d+().-]*$/.test(text))
  const run = end === -1 ? texts : texts.slice(0, end)
  if (!run.some((text) => /\d/.test(text))) return undefined
  words.splice(0, run.length)
  return termsOfRun(run)
}

/** The terms of a run of digits: one if all of it is a number, else one for each group. */
function termsOfRun(run: string[]): string[] {
  const typed = run.join('')
  if (isNumber(typed)) return [termOfPart(typed)]
  return run.length === 1 ? (typed.match(/\d+/g) ?? []) : run.flatMap((one) => termsOfRun([one]))
}

/** Whether digits are a phone number, or the beginning of one with its country code. */
function isNumber(typed: string) {
  if (digitsOf(typed).length > phoneDigits.most) return false
  return hasCodePrefix(typed) || toInternationalNumber(typed) !== undefined
}

/** A spelling that search texts have: the digits as typed if these are a part of the number. */
function termOfPart(typed: string) {
  const [digits, national] = [digitsOf(typed), toNationalNumber(typed)]
  return national.includes(digits) ? digits : national.replace('+', '')
}
