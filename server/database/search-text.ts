import { sql, type SqlBool } from 'kysely'

import { digitsOf, toNationalNumber } from '../../contract/phone-number.ts'
import { lookupKinds, type LookupKind } from './lookup-kinds.ts'
import { normalizeForSearch } from './normalize.ts'
import type { AttachmentsTable, Database } from './tables.ts'

/** The names of the institution, course and department of an application, also typed ones. */
export type LookupNames = Record<LookupKind, string | null>

/** The line of the answers to questions of the intake begins with this character. It is the last one. */
const extraLinePrefix = '\u0004'

type Searched = Pick<
  AttachmentsTable,
  'first_name' | 'middle_name' | 'last_name' | 'email' | 'phone_number' | 'referenceId'
>

/**
 * In a search text, each of these names has its own line, which begins with this character. A
 * rename can then replace exactly that line. Search terms cannot contain these characters.
 */
export const lookupLinePrefix = {
  institution: '\u0001',
  course: '\u0002',
  department: '\u0003',
} as const

/** The normalized text, in lines, in which searches find an application. The name comes first. */
export function searchText(application: Searched, names: LookupNames, extra = '') {
  const { first_name, middle_name, last_name, email, phone_number, referenceId } = application
  const lines = [
    [first_name, last_name, middle_name].filter(Boolean).join(' '),
    email,
    referenceId,
    phoneLine(phone_number),
    ...lookupKinds.map((what) => lookupLinePrefix[what] + (names[what] ?? '')),
  ]
  return withExtraLine(lines.map((line) => `${normalizeForSearch(line)}\n`).join(''), extra)
}

/** A search text with other answers to questions of the intake. */
export function withExtraLine(text: string, extra: string) {
  const [others = ''] = text.split(extraLinePrefix, 1)
  return extra === '' ? others : `${others}${extraLinePrefix}${normalizeForSearch(extra)}\n`
}

/** The line of a search text with the digits of a phone number, as typed and in national form. */
export function phoneLine(typed: string) {
  const digits = digitsOf(typed)
  const national = toNationalNumber(typed).replace('+', '')
  return national === digits ? digits : `${digits} ${national}`
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
 * The rarest trigrams of a long search: at most 2 of the newest 200 search texts contain each of
 * them. These trigrams alone find few rows, so that the index need not look up common trigrams. The
 * result is empty if the search has fewer than two rare trigrams.
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

/** Condition: a row of `search_texts` contains all terms. Without an index, this scans all rows. */
export function containsAll(terms: readonly string[], text = sql`"text"`) {
  const conditions = terms.map((term) => {
    const pattern = `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return sql<SqlBool>`${text} like ${pattern} escape '\\'`
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
