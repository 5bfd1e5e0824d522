import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238): 6 digits, a new code every 30 seconds, SHA-1. */
const period = 30
const digits = 6
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret of 160 random bits in base 32, as RFC 4226 recommends. */
export function newSecret() {
  return Array.from(randomBytes(32), (byte) => base32[byte % 32]).join('')
}

/** The number of the 30-second time slot at a Unix time in milliseconds. */
export function timeSlotAt(time: number) {
  return Math.floor(time / 1000 / period)
}

export function codeAt(secret: string, timeSlot: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(timeSlot))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0xf
  const number = (hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/**
 * The time slot of a code, or undefined if the code is wrong. The codes of the previous and the
 * next slot are valid, too, because clocks differ and people type slowly.
 */
export function timeSlotOf(code: string, secret: string, time: number) {
  const now = timeSlotAt(time)
  return [now, now - 1, now + 1].find((timeSlot) => isSame(codeAt(secret, timeSlot), code))
}

/** The `otpauth:` URI, which authenticator apps read from the QR code. */
export function keyUri(secret: string, issuer: string, account: string) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: String(digits),
    period: String(period),
  })
  return `otpauth://totp/${label}?${String(query).replaceAll('+', '%20')}`
}

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function bytesOf(secret: string) {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
