import { toNationalNumber } from '../../database/search-text.ts'

/** A phone number with country code (E.164), such as +254712345678. A national one is of Kenya. */
export function toInternationalNumber(typed: string) {
  const digits = typed.replaceAll(/\D/g, '')
  if (/^\s*\(?(\+|00)/.test(typed)) return `+${digits.replace(/^00/, '')}`
  const national = toNationalNumber(typed).replace(/^0/, '')
  return `+254${national}`
}
