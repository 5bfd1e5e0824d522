import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { Busboy, type BusboyInstance } from '@fastify/busboy'

import { largestPicture } from '../../contract/constants.ts'

/** Bytes of all names and values of text fields together, as of other forms. */
const maxText = 256 * 1024

/** `fileSize` is one byte too many: whoever stores the file then notices that it is too large. */
const limits = {
  fieldNameSize: 100,
  fieldSize: maxText,
  fields: 200,
  fileSize: largestPicture + 1,
  files: 16,
  parts: 210,
  headerPairs: 20,
  headerSize: 8 * 1024,
}

/** Bytes of the whole body: two of the largest pictures, the text, and what is between the parts. */
const maxBody = 2 * largestPicture + 2 * maxText

export interface MultipartFile {
  /** Name of the file control. */
  control: string
  /** The file name, without path. */
  name: string
  /** Fails if the connection breaks. */
  bytes: Readable
}

/**
 * Reads a form with files (`multipart/form-data`) while it arrives. `store` gets each file that was
 * chosen, and need not read it to its end. Returns the text fields. Without a form that can be read
 * to its end, there are none: `malformed` or, above the limits, `too large`.
 */
export async function readMultipart(
  request: IncomingMessage,
  store: (file: MultipartFile) => Promise<void>,
): Promise<[name: string, value: string][] | 'malformed' | 'too large'> {
  if (Number(request.headers['content-length']) > maxBody) return 'too large'
  const parser = openParser(request)
  if (!parser) return 'malformed'

  const fields: [string, string][] = []
  const open = new Set<PassThrough>()
  const stored: Promise<void>[] = []
  const end = Promise.withResolvers<'complete' | 'malformed' | 'too large'>()
  const refuse = () => end.resolve('too large')
  countBytes(request, maxBody, refuse)
  const addText = textCounter(refuse)
  parser
    .on('field', (name, value, _nameTruncated, isTruncated) => {
      if (isTruncated) refuse()
      if (typeof name !== 'string') return
      addText(name, value)
      fields.push([name, value])
    })
    .on('file', (control, file, name) => {
      const bytes = new PassThrough()
      // A store that does not read to the end must not hold up the rest of the form.
      bytes.once('close', () => {
        open.delete(bytes)
        file.unpipe(bytes).resume()
      })
      bytes.on('error', () => {})
      file.on('error', (error) => bytes.destroy(error))
      if (control && name) {
        open.add(bytes)
        file.pipe(bytes)
        stored.push(store({ control, name, bytes }).finally(() => bytes.destroy()))
      } else file.resume()
    })
    .on('partsLimit', refuse)
    .on('fieldsLimit', refuse)
    .on('filesLimit', refuse)
    .once('finish', () => end.resolve('complete'))
    .on('error', () => end.resolve('malformed'))
  finished(request).catch(() => end.resolve('malformed'))
  request.pipe(parser)

  const outcome = await end.promise
  request.unpipe(parser).resume()
  if (outcome !== 'complete') {
    for (const bytes of open) bytes.destroy(new Error('The form did not arrive completely'))
  }
  await Promise.all(stored)
  return outcome === 'complete' ? fields : outcome
}

/** Undefined if the content type has no boundary. */
function openParser({ headers }: IncomingMessage): BusboyInstance | undefined {
  try {
    return new Busboy({ headers: { 'content-type': '', ...headers }, limits })
  } catch {
    return undefined
  }
}

function countBytes(request: IncomingMessage, max: number, onMore: () => void) {
  let count = 0
  request.on('data', (chunk: Buffer) => {
    count += chunk.length
    if (count > max) onMore()
  })
}

function textCounter(onMore: () => void) {
  let count = 0
  return (...texts: string[]) => {
    for (const text of texts) count += Buffer.byteLength(text)
    if (count > maxText) onMore()
  }
}
