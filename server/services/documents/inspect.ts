import { checkContent } from '../../../contract/document/document-content.ts'
import { endingOf, kindOf, wrongEnding } from '../../../contract/document/document-kind.ts'
import { documentMessages, fileTooLarge } from '../../../contract/document/document-messages.ts'
import type { DocumentType, DocumentWarning } from '../../../contract/document/documents.ts'
import { largestPicture } from '../../../contract/constants.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import type { Wording } from '../../../contract/language/translate.ts'
import { readPdf } from './read-pdf.ts'
import { rewritePicture } from './pictures.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A file that was checked. The bytes are those to store; a picture was written anew. */
export interface Inspected {
  type: DocumentType
  bytes: Buffer
  warnings: DocumentWarning[]
}

/** The sentence for the applicant about a file that is not accepted. */
interface Refused {
  refused: Wording<Sentence>
}

export const megabyte = 1_000_000

export const tooLarge = (bytes: number) => refuse(fileTooLarge(bytes))

/** Checks a complete file. Its type is read from the bytes. `largest`: bytes at most, if no picture. */
export async function inspect(
  name: string,
  bytes: Buffer,
  largest: number,
): Promise<Inspected | Refused> {
  const kind = kindOf(bytes)
  const isPicture = kind === 'jpeg' || kind === 'png'
  const most = isPicture ? Math.max(largest, largestPicture) : largest
  if (bytes.length > most) return tooLarge(most)
  if (kind === 'html' || kind === 'other' || kind === 'oldWord' || kind === 'heic') {
    return refuse(documentMessages[kind])
  }
  const error = await checkContent(
    kind,
    new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length),
  )
  if (error) return refuse(documentMessages[error])
  const wrong = wrongEnding(name, kind)
  if (wrong !== undefined) return refuse(wrong)
  if (kind === 'zip') return { type: docx, bytes, warnings: [] }
  return kind === 'pdf' ? inspectPdf(bytes) : inspectPicture(bytes, `image/${kind}`, largest)
}

export function refuseEmpty(size: number): Refused | undefined {
  return size === 0 ? refuse(documentMessages.empty) : undefined
}

/** Refuses a file by its name alone, before its bytes are sent. */
export function refuseName(name: string): Refused | undefined {
  const ending = endingOf(name)
  if (/^hei[cf]$/.test(ending)) return refuse(documentMessages.heic)
  if (/^x?html?$/.test(ending)) return refuse(documentMessages.html)
  return otherEndings.test(ending) ? refuse(documentMessages.other) : undefined
}

async function inspectPdf(bytes: Buffer): Promise<Inspected | Refused> {
  const { warnings, hasNoPages } = await readPdf(bytes)
  if (hasNoPages) return refuse(documentMessages.noPages)
  return { type: 'application/pdf', bytes, warnings }
}

async function inspectPicture(
  original: Buffer,
  type: 'image/jpeg' | 'image/png',
  largest: number,
): Promise<Inspected | Refused> {
  const picture = await rewritePicture(original, type)
  if (picture === 'damaged') return refuse(documentMessages.damaged)
  if (picture === 'too many pixels') return refuse(documentMessages.pixels)
  return picture.bytes.length > largest ? tooLarge(largest) : { ...picture, warnings: [] }
}

/** Endings of files that no document has. Other endings, as in 'CV.2026', mean nothing. */
const otherEndings =
  /^(apk|bat|cmd|com|csv|dll|exe|gif|gz|iso|jar|jsx?|lnk|m4a|mp[34]|msi|odt|ods|ogg|pages|php|pp[st]x?|ps1|py|rar|rtf|scr|sh|svg|txt|vbs|webp|xlsx?|xml|zip|7z)$/

function refuse(refused: Wording<Sentence>): Refused {
  return { refused }
}
