import { hash } from 'node:crypto'

import { toNationalNumber } from '../../contract/phone-number.ts'
import { normalizeForSearch } from './normalize.ts'
import { termOfNumber } from './search-terms.ts'
import type { AttachmentsTable } from './tables.ts'

/** The columns of an application from which its keys are made. */
export const comparedColumns = [
  'email',
  'phone_number',
  'first_name',
  'last_name',
  'date_of_birth',
  'intake',
] as const

export type Compared = Pick<AttachmentsTable, '_id' | (typeof comparedColumns)[number]>

export const keyColumns = ['nameKey', 'phoneKey', 'firstNameKey'] as const

export type PersonKeys = Pick<AttachmentsTable, (typeof keyColumns)[number]>

/** The keys by which applications of the same person are found, besides their e-mail address. */
export function personKeys(row: Omit<Compared, '_id' | 'intake'>): PersonKeys {
  const { phone_number, first_name, last_name, date_of_birth } = row
  const isWhole = termOfNumber(phone_number) !== undefined
  return {
    nameKey: date_of_birth && keyOf(`${fold(`${first_name} ${last_name}`)}\n${date_of_birth}`),
    phoneKey: isWhole ? keyOf(toNationalNumber(phone_number)) : null,
    firstNameKey: keyOf(fold(first_name)),
  }
}

/** A name without marks, case and extra blanks. */
function fold(name: string) {
  return normalizeForSearch(name).split(/\s+/).filter(Boolean).join(' ')
}

/** 72 bits of a hash: short, and two of a million people never have the same. */
function keyOf(text: string) {
  return hash('sha256', text, 'base64url').slice(0, 12)
}
