import { toNationalNumber } from '../../database/search-text.ts'

/** A phone number with country code (E.164), such as +254712345678. A national one is of Kenya. */
export function toInternationalNumber(typed: string) {
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '')
  const hasCountryCode = /^\s*\(?(\+|00)/.test(typed)
  // People also type +254 (0) 712 345 678.
  if (hasCountryCode && !digits.startsWith('254')) return `+${digits}`
  return `+254${toNationalNumber(typed).replace(/^0/, '')}`
}
