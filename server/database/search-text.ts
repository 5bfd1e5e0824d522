import { sql, type SqlBool } from 'kysely'

import { lookupKinds, type LookupKind } from './lookup-kinds.ts'
import type { AttachmentsTable, Database } from './tables.ts'

/** The names of the institution, course and department of an application. */
export type LookupNames = Record<LookupKind, string | null>

type Searched = Pick<
  AttachmentsTable,
  'first_name' | 'middle_name' | 'last_name' | 'email' | 'phone_number' | 'referenceId'
>

/**
 * The first character of a name's line in a search text, so that a rename replaces only that line.
 * Search terms cannot contain these characters.
 */
export const lookupLinePrefix = {
  institution: '\u0001',
  course: '\u0002',
  department: '\u0003',
} as const

/** The folded text in which searches find an application, in lines. The name comes first. */
export function searchText(application: Searched, names: LookupNames) {
  const { first_name, middle_name, last_name, email, phone_number, referenceId } = application
  const lines = [
    [first_name, last_name, middle_name].filter(Boolean).join(' '),
    email,
    referenceId,
    bothPhones(phone_number),
    ...lookupKinds.map((what) => lookupLinePrefix[what] + (names[what] ?? '')),
  ]
  return lines.map((line) => `${normalizeForSearch(line)}\n`).join('')
}

/** Lower case without accents and apostrophes, the same on both engines. */
export function normalizeForSearch(text: string) {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘ʼ`]/gu, '')
}

/** The folded words of a search. Each must be found. */
export function termsOf(search: string) {
  return [...new Set(normalizeForSearch(search).split(/\s+/).filter(Boolean))]
}

/** The trigrams of the terms: every three consecutive letters. */
export function trigramsOf(terms: readonly string[]) {
  const trigrams = terms.flatMap((term) => {
    const letters = Array.from(term)
    return letters.slice(2).map((last, index) => `${letters[index]}${letters[index + 1]}${last}`)
  })
  return [...new Set(trigrams)]
}

/**
 * The rarest trigrams of a long search, which hardly any of the newest search texts contain. They are
 * selective enough on their own: common ones, such as the year in a reference ID, are left out.
 * Empty with fewer than two.
 */
export async function rareTrigrams(db: Database, terms: readonly string[]) {
  const trigrams = trigramsOf(terms)
  if (trigrams.length <= maxTrigrams) return []
  const newest = await db
    .selectFrom('search_texts')
    .select('text')
    .orderBy('_id', 'desc')
    .limit(200)
    .execute()
  const counted = trigrams.map((trigram) => ({
    trigram,
    texts: newest.filter(({ text }) => text.includes(trigram)).length,
  }))
  const rare = counted.filter(({ texts }) => texts <= 2).toSorted((a, b) => a.texts - b.texts)
  return rare.length < 2 ? [] : rare.slice(0, maxTrigrams).map(({ trigram }) => trigram)
}

const maxTrigrams = 6

/** Condition: a row of `search_texts` contains all terms. It scans the text. */
export function containsAll(terms: readonly string[], text = sql`"text"`) {
  const conditions = terms.map((term) => {
    const pattern = `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return sql<SqlBool>`${text} like ${pattern} escape '\\'`
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The digits of a phone number in national form, without the country code. */
export function toNationalNumber(number: string) {
  const digits = number.replaceAll(/\D/g, '')
  return digits.replace(/^(?:00)?2540?/, '0')
}

/** A number with the country code is found in both forms. */
function bothPhones(number: string) {
  const digits = number.replaceAll(/\D/g, '')
  const national = toNationalNumber(number)
  return national === digits ? digits : `${digits} ${national}`
}
