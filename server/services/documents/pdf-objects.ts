import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

import { openEncrypted, type PdfLock, type StreamDecryption } from './pdf-encryption.ts'
import { findPdfStreams, type PdfStream } from './pdf-streams.ts'
import {
  type PdfDictionary,
  PdfReference,
  type PdfValue,
  readPdfValue,
  type ReadPdfValue,
} from './pdf-values.ts'

/** The objects of a PDF, as far as they can be read without a password. */
export interface PdfObjects {
  /** Text in Latin-1: the file without the contents of its streams, and its object streams. */
  texts: string[]
  /** The entries of all trailers; the last one in the file is the newest. */
  trailer: PdfDictionary
  /** What an encrypted PDF needs to open. */
  lock: PdfLock | undefined
  find: Find
}

/** Follows a reference. Undefined if the object is missing or unreadable. */
type Find = (value: PdfValue | undefined) => PdfValue | undefined

/** Where an object is written. Of two places of one number, that with the later `order` is newer. */
interface Place {
  number: number
  order: number
  text: string
  start: number
  end: number
}

/** Bytes to which the object streams of a PDF are inflated at most, all together. */
const mostInflated = 20_000_000

/** Characters in which values are read at most: places may overlap. */
const mostRead = 30_000_000

/** Characters of a trailer at most. */
const longestTrailer = 10_000

const inflated = promisify(inflate)

/**
 * Finds the objects of a PDF by their keywords, because its tables of positions may be wrong. Objects
 * may be in compressed object streams, which are inflated, and decrypted with the empty password.
 */
export async function readPdfObjects(bytes: Buffer): Promise<PdfObjects> {
  const read = boundedReader()
  const { text, streams } = findPdfStreams(bytes, read)
  const places = writtenPlaces(text)
  const trailer = mergeTrailers(text, streams, read)
  const lock = tryEmptyPassword(trailer, finderIn(places, read))
  const texts = [text]
  if (typeof lock === 'string') return { texts, trailer, lock, find: finderIn(places, read) }

  let left = mostInflated
  for (const stream of streams) {
    if (stream.dictionary.get('/Type') !== '/ObjStm') continue
    const content = await inflateText(stream, left, lock)
    left -= content.length
    texts.push(content)
    places.push(...packedPlaces(content, stream))
    if (left <= 0) break
  }
  return { texts, trailer, lock: undefined, find: finderIn(places, read) }
}

/** Reads values, until so many characters were read that the file must be hostile. */
function boundedReader(): ReadPdfValue {
  let left = mostRead
  return (text, start, end) => {
    left -= end - start
    return left < 0 ? undefined : readPdfValue(text, start, end)
  }
}

/** Objects that are written into the file itself. Each ends where the next one begins. */
function writtenPlaces(text: string) {
  const places: Place[] = []
  for (const found of text.matchAll(/(?<!\d)(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj\b/g)) {
    const start = found.index + found[0].length
    const last = places.at(-1)
    if (last) last.end = found.index
    places.push({ number: Number(found[1]), order: start, text, start, end: text.length })
  }
  return places
}

function mergeTrailers(text: string, streams: PdfStream[], read: ReadPdfValue): PdfDictionary {
  const written = Array.from(text.matchAll(/\btrailer\b/g), ({ index }) => {
    const start = index + 'trailer'.length
    return { at: index, dictionary: read(text, start, start + longestTrailer) }
  })
  const tables = streams.filter(({ dictionary }) => dictionary.get('/Type') === '/XRef')
  const inOrder = [...written, ...tables].toSorted((one, other) => one.at - other.at)
  return new Map(
    inOrder.flatMap(({ dictionary }) => (dictionary instanceof Map ? [...dictionary] : [])),
  )
}

function tryEmptyPassword(
  trailer: PdfDictionary,
  find: Find,
): PdfLock | StreamDecryption | undefined {
  const encrypt = find(trailer.get('/Encrypt'))
  if (!(encrypt instanceof Map)) return undefined
  const ids = find(trailer.get('/ID'))
  const [id] = Array.isArray(ids) ? ids : []
  return openEncrypted(encrypt, Buffer.isBuffer(id) ? id : Buffer.alloc(0))
}

/** The text of an object stream; empty if it is unreadable. */
async function inflateText(stream: PdfStream, left: number, decrypt: StreamDecryption | undefined) {
  const { bytes, dictionary, of } = stream
  const filters = [dictionary.get('/Filter')].flat()
  if (!filters.includes('/FlateDecode')) return ''
  try {
    const plain = decrypt ? decrypt(bytes, of) : bytes
    return (await inflated(plain, { maxOutputLength: left })).toString('latin1')
  } catch {
    return ''
  }
}

/** Objects in an object stream: it begins with their numbers and positions. */
function packedPlaces(text: string, { dictionary, at }: PdfStream): Place[] {
  const first = Number(dictionary.get('/First'))
  const numbers = (text.slice(0, first).match(/\d+/g) ?? []).map(Number)
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => {
    const [number, start, , next] = numbers.slice(index * 2, index * 2 + 4)
    const end = next === undefined ? text.length : first + next
    return { number: number!, order: at, text, start: first + start!, end }
  })
}

function finderIn(places: Place[], read: ReadPdfValue): Find {
  const byNumber = new Map(
    places.toSorted((one, other) => one.order - other.order).map((place) => [place.number, place]),
  )
  const known = new Map<number, PdfValue | undefined>()
  return (value) => {
    if (!(value instanceof PdfReference)) return value
    const place = byNumber.get(value.number)
    if (place && !known.has(place.number)) {
      known.set(place.number, read(place.text, place.start, place.end))
    }
    return known.get(value.number)
  }
}
