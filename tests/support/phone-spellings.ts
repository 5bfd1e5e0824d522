import fc from 'fast-check'

/** A phone number: its country code and the digits that follow, such as 712345678. */
interface PhoneNumber {
  code: string
  digits: string
}

/** Mobile numbers of Kenya and of its neighbours. */
export const phoneNumber: fc.Arbitrary<PhoneNumber> = fc.record({
  code: fc.constantFrom('254', '254', '254', '255', '256', '250'),
  digits: fc.stringMatching(/^[17]\d{8}$/),
})

/** Two different numbers. */
export const twoNumbers = fc
  .tuple(phoneNumber, phoneNumber)
  .filter(([one, other]) => one.code !== other.code || one.digits !== other.digits)

/** A spelling of the number, as people type and copy it. */
export function spellingOf({ code, digits }: PhoneNumber) {
  const abroad = [
    `+${code} `,
    `+${code}`,
    `00${code} `,
    `00 ${code}`,
    code,
    `(+${code}) `,
    `+ ${code}`,
  ]
  const home = ['0', '', '(0)', '254 0', `+254 (0) `, '+254 0', '+2540', '00254 (0)', '+0']
  return fc
    .record({
      prefix: fc.constantFrom(...abroad, ...(code === '254' ? home : [])),
      separator: fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0', ...dashes),
      zero: fc.constantFrom('0', '0', '\uff10', '\u0660', '\u06f0'),
      around: fc.constantFrom('@', ' @ ', '\u202a@\u202c', 'tel:@', 'TEL: @'),
    })
    .map(({ prefix, separator, zero, around }) => {
      const groups = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].join(separator)
      const first = zero.codePointAt(0)!
      const written = `${prefix}${groups}`.replaceAll(/\d/g, (digit) =>
        String.fromCodePoint(first + Number(digit)),
      )
      return around.replace('@', written)
    })
}

/** Hyphens and dashes from U+2010 to U+2015, and the minus sign. */
const dashes = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212']

/** The number, and two spellings of it. */
export const twoSpellings = phoneNumber.chain((number) =>
  fc.tuple(fc.constant(number), spellingOf(number), spellingOf(number)),
)
