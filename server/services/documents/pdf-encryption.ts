import { createDecipheriv, createCipheriv, hash } from 'node:crypto'

import type { PdfDictionary, PdfReference } from './pdf-values.ts'

/** How an encrypted PDF opens: with a password, with a certificate, or without anything. */
export type PdfLock = 'password' | 'certificate'

/** Decrypts the content of a stream. */
export type StreamDecryption = (bytes: Buffer, of: PdfReference) => Buffer

/** What stands for an empty password (ISO 32000-1, 7.6.3.3). */
const padding = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)

/**
 * Tries the empty user password on an encrypted PDF. It opens a PDF that has only an owner password,
 * which forbids changes or printing. `id` is the first part of the identifier in the trailer.
 */
export function openEncrypted(encrypt: PdfDictionary, id: Buffer): PdfLock | StreamDecryption {
  const revision = Number(encrypt.get('/R'))
  if (encrypt.get('/Filter') !== '/Standard' || !(revision >= 2 && revision <= 6)) {
    return 'certificate'
  }
  const key = revision >= 5 ? newKey(encrypt, revision) : oldKey(encrypt, revision, id)
  return key ? decryption(encrypt, key) : 'password'
}

/** The key of revisions 2 to 4: MD5 and RC4. */
function oldKey(encrypt: PdfDictionary, revision: number, id: Buffer) {
  const user = bytesOf(encrypt, '/U')
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(Number(encrypt.get('/P')) | 0)
  const seed = md5(
    padding,
    bytesOf(encrypt, '/O').subarray(0, 32),
    permissions,
    id,
    Buffer.alloc(revision >= 4 && encrypt.get('/EncryptMetadata') === false ? 4 : 0, 0xff),
  )
  // Some programs leave out the length, or give it in bytes.
  const given = Number(encrypt.get('/Length') ?? 40)
  for (const length of new Set([given / 8, given, 16, 5])) {
    if (!Number.isInteger(length) || length < 5 || length > 16) continue
    let key = seed.subarray(0, length)
    if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key).subarray(0, length)
    if (revision === 2 && rc4(key, padding).equals(user.subarray(0, 32))) return key
    if (revision === 2) continue
    let check = md5(padding, id)
    for (let round = 0; round < 20; round++)
      check = rc4(
        key.map((byte) => byte ^ round),
        check,
      )
    if (check.equals(user.subarray(0, 16))) return key
  }
  return undefined
}

/** The key of revisions 5 and 6: SHA-2 and AES-256 (ISO 32000-2, 7.6.4.3.3). */
function newKey(encrypt: PdfDictionary, revision: number) {
  const user = bytesOf(encrypt, '/U')
  const hashed = revision === 5 ? sha(256) : hardenedHash
  if (!hashed(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined
  const encrypted = bytesOf(encrypt, '/UE').subarray(0, 32)
  return encrypted.length === 32
    ? aes(hashed(user.subarray(40, 48)), Buffer.alloc(16), encrypted)
    : undefined
}

/** Algorithm 2.B of ISO 32000-2, with an empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha(256)(salt)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.concat(Array<Buffer>(64).fill(key))
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    const encrypted = cipher.setAutoPadding(false).update(repeated)
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = sha(([256, 384, 512] as const)[rest]!)(encrypted)
    last = encrypted.at(-1)!
  }
  return key.subarray(0, 32)
}

function decryption(encrypt: PdfDictionary, key: Buffer): StreamDecryption {
  const [filters, name] = [encrypt.get('/CF'), encrypt.get('/StmF')]
  const filter = filters instanceof Map && typeof name === 'string' ? filters.get(name) : null
  const isOld = Number(encrypt.get('/V')) < 4
  const method = isOld ? '/V2' : filter instanceof Map ? filter.get('/CFM') : '/None'
  return (bytes, { number, generation }) => {
    if (method === '/None') return bytes
    if (method === '/AESV3') return decryptAes(key, bytes)
    const own = Buffer.alloc(5)
    own.writeUIntLE(number % 2 ** 24, 0, 3)
    own.writeUInt16LE(generation % 2 ** 16, 3)
    const salt = Buffer.from(method === '/AESV2' ? 'sAlT' : '')
    const streamKey = md5(key, own, salt).subarray(0, Math.min(key.length + 5, 16))
    return method === '/AESV2' ? decryptAes(streamKey, bytes) : rc4(streamKey, bytes)
  }
}

/** The first 16 bytes are the initialization vector. Bytes after the last whole block are no content. */
function decryptAes(key: Buffer, bytes: Buffer) {
  const whole = bytes.subarray(16, bytes.length - (bytes.length % 16))
  const plain = aes(key, bytes.subarray(0, 16), whole)
  return plain.subarray(0, plain.length - (plain.at(-1) ?? 0))
}

function aes(key: Buffer, vector: Buffer, bytes: Buffer) {
  const decipher = createDecipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, vector)
  return decipher.setAutoPadding(false).update(bytes)
}

/** OpenSSL 3 has RC4 only as an option. */
function rc4(key: Uint8Array, bytes: Buffer) {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number) => {
    ;[state[one], state[other]] = [state[other]!, state[one]!]
  }
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + state[index]! + key[index % key.length]!) & 255
    swap(index, other)
  }
  let [first, second] = [0, 0]
  return Buffer.from(
    bytes.map((byte) => {
      first = (first + 1) & 255
      second = (second + state[first]!) & 255
      swap(first, second)
      return byte ^ state[(state[first]! + state[second]!) & 255]!
    }),
  )
}

function md5(...parts: Uint8Array[]) {
  return hash('md5', Buffer.concat(parts), 'buffer')
}

function sha(bits: 256 | 384 | 512) {
  return (bytes: Buffer) => hash(`sha${bits}`, bytes, 'buffer')
}

function bytesOf(dictionary: PdfDictionary, key: string) {
  const value = dictionary.get(key)
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0)
}
