import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238): SHA-1, 6 digits, 30 seconds. */
const period = 30
const digits = 6
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Secret of 160 random bits in base 32, as RFC 4226 recommends. */
export function newSecret() {
  return Array.from(randomBytes(32), (byte) => base32[byte % 32]).join('')
}

/** Number of the 30-second step at a Unix time in milliseconds. */
export function stepAt(time: number) {
  return Math.floor(time / 1000 / period)
}

export function codeAt(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0xf
  const number = (hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/**
 * Step of a code, or undefined if it is wrong. The steps before and after also count, for inexact
 * clocks and slow typing.
 */
export function stepOf(code: string, secret: string, time: number) {
  const now = stepAt(time)
  return [now, now - 1, now + 1].find((step) => isSame(codeAt(secret, step), code))
}

/** `otpauth:` URI, which authenticator apps read from the QR code. */
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
