import { sql, type SqlBool } from 'kysely'

import { lookupKinds, type LookupKind } from './lookup-kinds.ts'
import type { AttachmentsTable, Database } from './tables.ts'

/** The names of what an application refers to. */
export type LookupNames = Record<LookupKind, string | null>

type Searched = Pick<
  AttachmentsTable,
  'first_name' | 'middle_name' | 'last_name' | 'email' | 'phone_number' | 'referenceId'
>

/**
 * What begins the line of a referred name in a search text, so that a rename finds just that line.
 * No search term can hold these characters.
 */
export const lookupLinePrefix = {
  institution: '\u0001',
  course: '\u0002',
  department: '\u0003',
} as const

/** All by which an application is found, folded, in lines; the name comes first. */
export function searchText(application: Searched, names: LookupNames) {
  const { first_name, middle_name, last_name, email, phone_number, referenceId } = application
  const lines = [
    [first_name, last_name, middle_name].filter(Boolean).join(' '),
    email,
    referenceId,
    bothPhones(phone_number),
    ...lookupKinds.map((what) => lookupLinePrefix[what] + (names[what] ?? '')),
  ]
  return lines.map((line) => `${fold(line)}\n`).join('')
}

/** In lower case, without accents and apostrophes: the same on both engines. */
export function fold(text: string) {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘ʼ`]/gu, '')
}

/** The folded words of a search, each of which must be found. */
export function termsOf(search: string) {
  return [...new Set(fold(search).split(/\s+/).filter(Boolean))]
}

/** Every three letters that stand beside each other in the terms. */
export function trigramsOf(terms: readonly string[]) {
  const trigrams = terms.flatMap((term) => {
    const letters = Array.from(term)
    return letters.slice(2).map((last, index) => `${letters[index]}${letters[index + 1]}${last}`)
  })
  return [...new Set(trigrams)]
}

/**
 * A few trigrams that none of the newest search texts has, or else hardly any: what has those is found
 * by them alone, however many texts have the others, such as the year in a reference ID. None where
 * there are not at least two.
 */
export async function rareTrigrams(db: Database, terms: readonly string[]) {
  const trigrams = trigramsOf(terms)
  if (trigrams.length <= few) return []
  const newest = await db
    .selectFrom('search_texts')
    .select('text')
    .orderBy('_id', 'desc')
    .limit(200)
    .execute()
  for (const most of [0, 2]) {
    const rare = trigrams.filter((trigram) => {
      let have = 0
      return newest.every(({ text }) => !text.includes(trigram) || ++have <= most)
    })
    if (rare.length >= 2) return spread(rare)
  }
  return []
}

const few = 4

/** A few from the beginning to the end: what stands side by side is often found together. */
function spread(trigrams: readonly string[]) {
  if (trigrams.length <= few) return trigrams
  const step = (trigrams.length - 1) / (few - 1)
  return Array.from({ length: few }, (_, index) => trigrams[Math.round(index * step)]!)
}

/** Whether a row of `search_texts` contains all terms, found by looking at it. */
export function containsAll(terms: readonly string[], text = sql`"text"`) {
  const conditions = terms.map((term) => {
    const pattern = `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return sql<SqlBool>`${text} like ${pattern} escape '\\'`
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The digits of a phone number as people write it at home: without the country's code. */
export function toNationalNumber(number: string) {
  const digits = number.replaceAll(/\D/g, '')
  return digits.replace(/^(?:00)?2540?/, '0')
}

/** A number with the country's code is found by that and as people write it at home. */
function bothPhones(number: string) {
  const digits = number.replaceAll(/\D/g, '')
  const home = toNationalNumber(number)
  return home === digits ? digits : `${digits} ${home}`
}
