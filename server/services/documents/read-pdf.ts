import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

import { documentWarnings, type DocumentWarning } from '../../../contract/document/documents.ts'

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

/** A page tree without pages, and a node of it for one page. */
const emptyTree = /\/Count\s+0(?!\d)/
const page = new RegExp(`${nameOf('Type').source}\\s*${nameOf('Page').source}`)

/**
 * Warnings for staff about a PDF, and whether it has no pages for sure. Objects may be in compressed
 * object streams, which are inflated. This finds what ordinary programs write, not everything that
 * somebody may hide on purpose.
 */
export async function readPdf(bytes: Buffer) {
  const { objects, streams } = separate(bytes)
  const texts = [objects]
  let left = mostInflated
  for (const stream of streams) {
    const text = await inflateText(stream, left)
    left -= text.length
    texts.push(text)
    if (left <= 0) break
  }
  const warnings = documentWarnings.filter((warning) =>
    texts.some((text) => patterns[warning].test(text)),
  )
  // Pages in object streams may be encrypted, or compressed in another way.
  const hasNoPages = emptyTree.test(objects) && !page.test(objects) && !/\/ObjStm\b/.test(objects)
  return { warnings, hasNoPages }
}

/** The text of a PDF without the contents of its streams, and its compressed object streams. */
function separate(bytes: Buffer) {
  const objects: string[] = []
  const streams: Buffer[] = []
  let from = 0
  for (let count = 0; count < mostStreams; count++) {
    const found = findStream(bytes, from)
    if (!found) break
    objects.push(bytes.toString('latin1', from, found.keyword))
    const end = bytes.indexOf('endstream', found.start)
    const dictionary = bytes.toString('latin1', Math.max(0, found.keyword - 1000), found.keyword)
    const own = dictionary.slice(dictionary.lastIndexOf(' obj') + 1)
    if (/\/ObjStm\b/.test(own) && /\/FlateDecode\b/.test(own)) {
      streams.push(bytes.subarray(found.start, end < 0 ? undefined : end))
    }
    if (end < 0) return { objects: objects.join('\n'), streams }
    from = end + 'endstream'.length
  }
  objects.push(bytes.toString('latin1', from))
  return { objects: objects.join('\n'), streams }
}

/** Finds the next keyword `stream`, and where its content starts. */
function findStream(bytes: Buffer, from: number) {
  for (let at = from; (at = bytes.indexOf('stream', at)) >= 0; at++) {
    const [keyword] =
      /^\W?stream\r?\n/.exec(bytes.toString('latin1', Math.max(0, at - 1), at + 8)) ?? []
    if (keyword) return { keyword: at, start: Math.max(0, at - 1) + keyword.length }
  }
  return undefined
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
