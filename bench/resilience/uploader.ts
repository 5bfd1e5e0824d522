import { hash, randomInt, randomUUID } from 'node:crypto'

import sharp from 'sharp'

import { rewritePicture } from '../../server/services/documents/pictures.ts'
import { submit } from '../../tests/support/concurrent-applicants.ts'
import { submission, type Choices } from '../../tests/support/submission.ts'
import { keyIn, pdfOf, tusClient, type TusClient } from '../../tests/support/uploads.ts'

interface SampleFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  /** SHA-256 of the document that the server makes of it. */
  sha256: string
}

/** What all uploaders together have met. */
export interface Experience {
  /** Files that were received. */
  finished: number
  /** Offsets that were compared with the acknowledged ones. */
  compared: number
  /** Documents of applications, with the SHA-256 that staff must get. The newest is the last. */
  submitted: { document: string; sha256: string }[]
  wrong: string[]
}

interface Upload extends SampleFile {
  /** The path of the upload; empty until it is created. */
  path: string
  /** The offset that the server has acknowledged. */
  acknowledged: number
  /** Each applicant has an idempotency key. */
  applicant: string
}

/**
 * Uploads one file after the other and submits most of them with an application. After a kill of
 * the server it continues where it was.
 */
export class Uploader {
  readonly #files: SampleFile[]
  readonly #choices: Choices
  readonly #experience: Experience
  #upload: Upload

  constructor(files: SampleFile[], choices: Choices, experience: Experience) {
    this.#files = files
    this.#choices = choices
    this.#experience = experience
    this.#upload = this.#next()
  }

  /** Uploads until the server is killed. `stopped` is aborted right before. */
  async work(url: string, stopped: AbortSignal) {
    const tus = tusClient(url)
    try {
      for (;;) {
        const document = await this.#continue(tus)
        this.#experience.finished++
        if (randomInt(5) > 0) await this.#submit(url, document)
        this.#upload = this.#next()
      }
    } catch (error) {
      if (stopped.aborted) return
      this.#experience.wrong.push((error as Error).message)
      this.#upload = this.#next()
    }
  }

  #next(): Upload {
    const file = this.#files[randomInt(this.#files.length)]!
    return { ...file, path: '', acknowledged: 0, applicant: randomUUID() }
  }

  /** Sends the rest of the file in pieces. Returns the id of the document. */
  async #continue(tus: TusClient) {
    const upload = this.#upload
    const { bytes, name } = upload
    if (upload.path === '') {
      const created = await tus.create({ size: bytes.length, name })
      if (created.status !== 201) throw new Error(`An upload was answered ${created.status}`)
      upload.path = created.headers.get('location') ?? ''
    }
    let reply = await tus.head(upload.path)
    this.#experience.compared++
    const offset = Number(reply.headers.get('upload-offset'))
    if (reply.status !== 200 || offset < upload.acknowledged) {
      throw new Error(`${upload.acknowledged} bytes became ${offset} (${reply.status})`)
    }
    upload.acknowledged = offset
    const piece = randomInt(20_000, 200_000)
    while (!reply.headers.has('document-id')) {
      const { path, acknowledged } = upload
      reply = await tus.patch(path, acknowledged, bytes.slice(acknowledged, acknowledged + piece))
      if (reply.status !== 204) throw new Error(`A piece was answered ${reply.status}`)
      upload.acknowledged = Number(reply.headers.get('upload-offset'))
    }
    return reply.headers.get('document-id')!
  }

  async #submit(url: string, document: string) {
    const { path, applicant, sha256 } = this.#upload
    const email = `${applicant}@example.org`
    const documents = { resume_url: '', resume_document: keyIn(path) }
    await submit(url, applicant, submission(this.#choices, { email, ...documents }))
    this.#experience.submitted.push({ document, sha256 })
  }
}

/** PDFs and photos of 200 to 700 KB. */
export async function sampleFiles(): Promise<SampleFile[]> {
  const sizes = [200_000, 300_000, 450_000, 700_000]
  const pdfs = sizes.map((size) => {
    const bytes = pdfOf(size)
    return { name: 'CV.pdf', bytes, sha256: hash('sha256', bytes) }
  })
  return [...pdfs, ...(await Promise.all([600, 900, 1200].map(photo)))]
}

/** A grainy photo. The server writes it anew, always with the same result. */
async function photo(height: number): Promise<SampleFile> {
  const noise = { type: 'gaussian', mean: 160, sigma: 30 } as const
  const create = { width: 1200, height, channels: 3, background: '#fff', noise } as const
  const bytes = await sharp({ create }).jpeg().toBuffer()
  const rewritten = await rewritePicture(bytes, 'image/jpeg')
  if (typeof rewritten === 'string') throw new Error(`The picture is ${rewritten}`)
  return {
    name: 'CV.jpg',
    bytes: new Uint8Array(bytes),
    sha256: hash('sha256', rewritten.bytes),
  }
}
