import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { newPassword } from '../../../contract/account/session.ts'
import { invalidField } from '../domain-error.ts'
import { normalizePassword } from './passwords.ts'

const unzip = promisify(gunzip)

/** Words that an attacker would guess for this site. A password made of them is refused. */
const contextWords = [
  'administrator',
  'admin',
  'attachment',
  'back office',
  'department',
  'foundation',
  'industrial',
  'institution',
  'kenya',
  'mombasa',
  'password',
  'swahili',
  'swahilipot',
  'vijana',
  'welcome',
  'youth',
]

/** Minimum number of letters and digits in a password besides these words. */
const minOwnLetters = 6

/**
 * Checks a new password: its length, the list of common passwords, and words that are easy to guess
 * for this site or person. Returns an error, or undefined if the password is accepted.
 */
export async function checkPassword(typed: string, person: { name: string; email: string }) {
  const password = normalizePassword(typed)
  const wrong = newPassword.safeParse(password).error?.issues[0]?.message
  if (wrong) return invalidField('password', wrong)
  if (await isCommon(password)) {
    return invalidField(
      'password',
      'This password is on the lists that attackers try first. Please choose another one.',
    )
  }
  if (isMadeOfContext(password, person)) {
    return invalidField(
      'password',
      'This password is mostly your name, your address or a word of this site. Please choose words that nobody would expect here.',
    )
  }
  return undefined
}

function isMadeOfContext(password: string, { name, email }: { name: string; email: string }) {
  const words = [...contextWords, email, ...email.split(/[@._+-]/), name, ...name.split(' ')]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2)
    .toSorted((one, other) => other.length - one.length)
  const rest = words.reduce(
    (left, word) => left.replaceAll(word, ' ').replaceAll(word.replaceAll(' ', ''), ' '),
    password.toLowerCase(),
  )
  const lettersIn = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length
  return lettersIn(rest) < minOwnLetters && lettersIn(rest) < lettersIn(password)
}

/**
 * Whether a password is on the list of common passwords, in upper or lower case. Passwords are
 * chosen rarely, so each check reads the list from disk instead of keeping it in memory.
 *
 * The list holds passwords of 12 to 128 characters from SecLists by Daniel Miessler (MIT licence,
 * https://github.com/danielmiessler/SecLists), in lower case, sorted. To renew it, run in a clone:
 * `cat Passwords/Common-Credentials/*.txt | tr -d '\r' | tr A-Z a-z | grep -E '^.{12,128}$' |
 * LC_ALL=C sort -u | gzip -9n`. `#common-passwords` in package.json is its path, also for the built
 * server.
 */
async function isCommon(password: string) {
  const file = await readFile(new URL(import.meta.resolve('#common-passwords')))
  const list = (await unzip(file)).toString()
  return list.split('\n').includes(password.toLowerCase())
}
