/** Digits of a phone number, with or without its country code. */
export const phoneDigits = { fewest: 7, most: 15 } as const

/**
 * The national number, the same for every spelling of a phone number: 0712345678 for
 * +254 (0)712 345 678. A number of another country keeps its code: +255712345678. Any other number
 * might be of any country, and becomes its digits.
 */
export function toNationalNumber(typed: string) {
  const digits = digitsOf(typed)
  if (!hasCountryCode(typed)) return mobileWithoutZero.test(digits) ? `0${digits}` : digits
  const withCode = digits.replace(/^00/, '')
  // People also type the 0 of the national number after the country code.
  const national = /^2540?(?=\d)/.exec(withCode)
  return national ? `0${withCode.slice(national[0].length)}` : `+${withCode}`
}

/** The number with its country code (E.164): +254712345678. Undefined if its country is unknown. */
export function toInternationalNumber(typed: string) {
  const national = toNationalNumber(typed)
  if (national.startsWith('+')) return national
  return kenyan.test(national) ? `+254${national.slice(1)}` : undefined
}

/** The link that calls a number: with country code if it is known, else the digits as typed. */
export function callLink(typed: string) {
  return `tel:${toInternationalNumber(typed) ?? toAsciiPhone(typed).replaceAll(/[^\d+]/g, '')}`
}

/** Whether a number begins with + or 00 and a country code, or is too long to have none. */
function hasCountryCode(typed: string) {
  return hasCodePrefix(typed) || /^[1-9]\d{10,14}$/.test(digitsOf(typed))
}

/** Whether a number, perhaps a part of one, begins with + or 00 and a country code. */
export function hasCodePrefix(typed: string) {
  return /^[^\d+]*\+\D*[1-9]/.test(toAsciiPhone(typed)) || /^00[1-9]/.test(digitsOf(typed))
}

/** The digits of a typed number, in ASCII. */
export function digitsOf(typed: string) {
  return toAsciiPhone(typed).replaceAll(/\D/g, '')
}

/**
 * Writes a typed number in ASCII: dashes of any kind, full-width and Arabic digits. Removes
 * invisible characters, such as direction marks, and the scheme of a copied link.
 */
export function toAsciiPhone(typed: string) {
  return typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/^\s*tel:/i, '')
}

/** A national number of Kenya. Mobile numbers have nine digits after the 0, landlines fewer. */
const kenyan = /^0(?:[17]\d{8}|[2-689]\d{6,8})$/

const mobileWithoutZero = /^[17]\d{8}$/
