import { checkContent } from '../../../contract/document/document-content.ts'
import { type FileKind, kindOf, wrongEnding } from '../../../contract/document/document-kind.ts'
import { documentMessages, fileTooLarge } from '../../../contract/document/document-messages.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import type { Wording } from '../../../contract/language/translate.ts'
import { largestPicture } from '../../../contract/constants.ts'
import { type Photo, type PhotoPlace, photosToPdf } from './photos-to-pdf.ts'
import { shrinkPhoto } from './shrink-photo.ts'

// This file is loaded when an applicant chooses a file.

/** A file that is ready to be uploaded. */
interface PreparedFile {
  name: string
  bytes: ArrayBuffer
  /** Photos in the file; empty for a file that goes as it was chosen. */
  photos: PhotoPlace[]
}

interface Refusal {
  refusal: Wording<Sentence>
}

/** Longest file name without its ending, in UTF-16 code units. */
const longestName = 100

/**
 * Makes one document of the chosen files: photos become smaller, and several of them one PDF. The
 * photos of `before` come first. Their contents are checked as on the server. `limit` is in bytes.
 */
export async function prepareDocument(
  files: File[],
  before: PreparedFile | null,
  limit: number,
): Promise<PreparedFile | Refusal> {
  const photos = before ? photosIn(before) : []
  const isOnly = files.length === 1 && photos.length === 0
  for (const file of files) {
    const read = await readFile(file, limit)
    if ('refusal' in read) return read
    const { bytes, kind } = read
    const isPicture = kind === 'jpeg' || kind === 'png' || kind === 'heic'
    if (!isPicture && !isOnly) return { refusal: documentMessages.oneFile }
    const photo = isPicture && (await shrinkPhoto(bytes).catch(() => undefined))
    if (photo) photos.push(photo)
    else if (kind === 'heic') return { refusal: documentMessages.heic }
    else if (!isOnly) return { refusal: documentMessages.damaged }
    else return within(limit, { name: file.name, bytes: bytes.buffer, photos: [] })
  }
  const [name] = (before?.name ?? files[0]?.name ?? '').split(/\.\w+$/)
  return within(limit, join(photos, name?.slice(0, longestName) || 'photo'))
}

interface ReadFile {
  bytes: Uint8Array<ArrayBuffer>
  kind: FileKind
}

/** Reads a file that may be a document. */
async function readFile(file: File, limit: number): Promise<ReadFile | Refusal> {
  try {
    const kind = kindOf(new Uint8Array(await file.slice(0, 1024).arrayBuffer()))
    const refusal = refusalOf(file, kind, limit)
    if (refusal) return { refusal }
    const bytes = new Uint8Array(await file.arrayBuffer())
    const error = await checkContent(kind, bytes)
    return error ? { refusal: documentMessages[error] } : { bytes, kind }
  } catch {
    // Files of a cloud drive cannot be read without network.
    return { refusal: documentMessages.notReadable }
  }
}

function refusalOf({ size, name }: File, kind: FileKind, limit: number) {
  if (size === 0) return documentMessages.empty
  if (kind === 'html' || kind === 'other' || kind === 'oldWord') return documentMessages[kind]
  const most = kind === 'pdf' || kind === 'zip' ? limit : largestPicture
  return size > most ? fileTooLarge(most) : wrongEnding(name, kind)
}

function within(limit: number, file: PreparedFile): PreparedFile | Refusal {
  return file.bytes.byteLength > limit ? { refusal: fileTooLarge(limit) } : file
}

function join(photos: Photo[], name: string): PreparedFile {
  const [first] = photos
  if (photos.length > 1 || !first) {
    const { bytes, places } = photosToPdf(photos)
    return { name: `${name}.pdf`, bytes, photos: places }
  }
  const { jpeg, width, height } = first
  const place = { start: 0, length: jpeg.length, width, height }
  return { name: `${name}.jpg`, bytes: jpeg.slice().buffer, photos: [place] }
}

function photosIn({ bytes, photos }: PreparedFile): Photo[] {
  return photos.map(({ start, length, width, height }) => ({
    jpeg: new Uint8Array(bytes, start, length),
    width,
    height,
  }))
}
