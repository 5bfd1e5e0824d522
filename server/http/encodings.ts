import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Content encodings of files that are compressed once, the smallest first. Browsers with zstd have Brotli. */
const encodings = ['br', 'gzip'] as const

export type Encoding = (typeof encodings)[number]

/** A body in each encoding; empty for a file that does not get smaller. */
export type Encoded = { readonly [Name in Encoding]?: Buffer | Promise<Buffer> | undefined }

/** Suffix of a compressed file beside the original, as the build writes it. */
export const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

export const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}
const brotli = promisify(brotliCompress)

/** Compresses a body with each encoding, at levels that are too slow for an answer to one visitor. */
export async function encode(body: Buffer) {
  const all = encodings.map(async (name) => [name, await compress[name](body)] as const)
  return Object.fromEntries(await Promise.all(all)) as Record<Encoding, Buffer>
}

/** Compresses a body with an encoding once a browser accepts it: nearly all accept Brotli, the slowest. */
export function encodeOnDemand(body: Buffer): Encoded {
  const made: { [Name in Encoding]?: Promise<Buffer> } = {}
  const once = (name: Encoding) => (made[name] ??= compress[name](body))
  return {
    get br() {
      return once('br')
    },
    get gzip() {
      return once('gzip')
    },
  }
}

/** An encoding in the header `Accept-Encoding`, unless `q=0` excludes it. */
const pattern = (name: Encoding) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`)
const patterns = { br: pattern('br'), gzip: pattern('gzip') }

/** The smallest encoding that a client accepts; undefined if it accepts none of them. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  return acceptEncoding ? encodings.find((name) => patterns[name].test(acceptEncoding)) : undefined
}
