import { randomBytes } from 'node:crypto'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new code of a letter: 60 random bits as 12 digits in Crockford's base 32, in threes. */
export function newLetterCode() {
  const digits = Array.from(randomBytes(12), (byte) => crockford[byte % 32]).join('')
  return digits.match(/.{3}/g)!.join('-')
}
