/**
 * A phone number with country code (E.164), such as +254712345678. Without a country code it is
 * Kenyan if it has the form of a Kenyan number. Any other number might be of anywhere: it gets the
 * code +0, which no country has, so that the gateway refuses it and no stranger is written to.
 */
export function toInternationalNumber(typed: string) {
  const digits = typed.replaceAll(/\D/g, '')
  const hasCode = /^\D*\+[^\d]*[1-9]/.test(typed) || /^00[1-9]/.test(digits)
  const withCode = hasCode || withoutPlus.test(digits) ? digits.replace(/^00/, '') : undefined
  // People also type the 0 of the national number after the country code.
  if (withCode) return `+${withCode.replace(/^2540(?=\d{9}$)/, '254')}`
  const national = kenyan.exec(digits)?.groups
  return national ? `+254${national['line'] ?? national['mobile']}` : `+0${digits}`
}

/** A number with country code: too long for a national one of Kenya, which also begins with 0. */
const withoutPlus = /^[1-9]\d{10,14}$/

/** A national number. Mobile numbers are also typed without the 0. */
const kenyan = /^(?:0(?<line>[1-9]\d{6,8})|(?<mobile>[17]\d{8}))$/
