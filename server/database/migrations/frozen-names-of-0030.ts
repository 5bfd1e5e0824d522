// Frozen copies of the rules for search texts and names, as of migration 0030.

export function normalizeForSearch(text: string) {
  return text
    .replaceAll(spacingAccents, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(withLatinForm, (letter) => latinForms.get(letter)!)
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(ignored, '')
    .replaceAll(/[\p{Pd}−]/gu, '-')
}

export function nameKey(name: string) {
  const key = name
    .replaceAll(ignored, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(spacingAccents, '')
    .replaceAll(ignored, '')
    .replaceAll(/[\s\p{Pd}−]+/gu, keepBetweenDigits)
  const plain = normalizeForSearch(key)
  return plain === key ? key : `${plain}\n${key}`
}

function keepBetweenDigits(blanks: string, start: number, whole: string) {
  const isDigit = (index: number) => /\d/.test(whole.charAt(index))
  return isDigit(start - 1) && isDigit(start + blanks.length) ? ' ' : ''
}

/** Of a phone number in ASCII: earlier versions accepted no other. */
export function phoneLine(typed: string) {
  const digits = typed.replaceAll(/\D/g, '')
  const national = nationalNumber(typed, digits)
  return national === digits ? digits : `${digits} ${national}`
}

function nationalNumber(typed: string, digits: string) {
  const hasCountryCode =
    /^[^\d+]*\+\D*[1-9]/.test(typed) || /^(?:00[1-9]|[1-9]\d{10,14}$)/.test(digits)
  if (!hasCountryCode) return /^[17]\d{8}$/.test(digits) ? `0${digits}` : digits
  return digits.replace(/^00/, '').replace(/^2540?(?=\d)/, '0')
}

const spacingAccents = /(?!\^)\p{Sk}/gu
const ignored = /['‘’‚‛\u02b9-\u02bf\u02c8\u02ca\u02cb\u02ee′‵Ꞌꞌ՚׳＇\p{Cf}\p{DI}]/gu

/** Letters, apostrophes and dashes that Unicode does not decompose, each with its Latin form. */
const latinForms = new Map(
  "ʼ' ʻ' ʹ' ′' ʿ' ʾ' ‐- ‑- −- ŁL łl ĐD đd ĦH ħh ıi ŦT ŧt ŊNg ŋng ƁB ɓb ƊD ɗd ƉD ɖd ƘK ƙk ƳY ƴy ƐE ɛe ƆO ɔo ƏE əe ƔGh ɣgh ƲV ʋv ẞSS ßss øo æae œoe þth ðd"
    .split(' ')
    .map(([letter = '', ...latin]) => [letter, latin.join('')]),
)
const withLatinForm = new RegExp(`[${[...latinForms.keys()].join('')}]`, 'gu')
