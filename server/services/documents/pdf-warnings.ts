import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

import { documentWarnings, type DocumentWarning } from '../../../contract/documents.ts'

const inflated = promisify(inflate)

/** Bytes to which the object streams of a PDF are inflated at most, all together. */
const mostInflated = 20_000_000

/** Streams of a PDF that are told apart from its objects, at most. */
const mostStreams = 20_000

/** Names of a PDF that mean a warning. A value follows `/JS`, so that a longer name is none. */
const patterns: Record<DocumentWarning, RegExp> = {
  password: nameOf('Encrypt'),
  javascript: new RegExp(`${nameOf('JavaScript').source}|${nameOf('JS').source}`),
  launch: nameOf('Launch'),
}

/**
 * Warnings for staff about a PDF. Objects may be in compressed object streams, which are inflated.
 * This finds what ordinary programs write, not everything that somebody may hide on purpose.
 */
export async function pdfWarnings(bytes: Buffer): Promise<DocumentWarning[]> {
  const { objects, streams } = separate(bytes)
  const texts = [objects]
  let left = mostInflated
  for (const stream of streams) {
    const text = await inflateText(stream, left)
    left -= text.length
    texts.push(text)
    if (left <= 0) break
  }
  return documentWarnings.filter((warning) => texts.some((text) => patterns[warning].test(text)))
}

/** The text of a PDF without the contents of its streams, and its compressed object streams. */
function separate(bytes: Buffer) {
  const text = bytes.toString('latin1')
  const objects: string[] = []
  const streams: Buffer[] = []
  const start = /\bstream\r?\n/g
  let from = 0
  for (let count = 0; count < mostStreams; count++) {
    start.lastIndex = from
    const found = start.exec(text)
    if (!found) break
    objects.push(text.slice(from, found.index))
    const end = text.indexOf('endstream', start.lastIndex)
    const dictionary = text.slice(Math.max(0, found.index - 1000), found.index)
    const own = dictionary.slice(dictionary.lastIndexOf(' obj') + 1)
    if (/\/ObjStm\b/.test(own) && /\/FlateDecode\b/.test(own)) {
      streams.push(bytes.subarray(start.lastIndex, end < 0 ? undefined : end))
    }
    if (end < 0) return { objects: objects.join('\n'), streams }
    from = end + 'endstream'.length
  }
  objects.push(text.slice(from))
  return { objects: objects.join('\n'), streams }
}

async function inflateText(stream: Buffer, left: number) {
  const bytes = await inflated(stream, { maxOutputLength: left }).catch(() => undefined)
  return bytes?.toString('latin1') ?? ''
}

/** A pattern of a PDF name. Each letter may be written as `#` and its hexadecimal code. */
function nameOf(name: string) {
  const letters = Array.from(name, (letter) => {
    const code = letter.charCodeAt(0).toString(16)
    return `(?:${letter}|#${code}|#${code.toUpperCase()})`
  })
  return new RegExp(`/${letters.join('')}(?![\\w#])`)
}
