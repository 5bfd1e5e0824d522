import type { IncomingMessage } from 'node:http'

import type { DocumentStore } from './document-store.ts'
import { readText, s3Client, type S3Timing } from './s3-client.ts'
import { spool } from './spool.ts'
import { childText, readXml, type XmlElement } from './xml-reader.ts'

/**
 * Documents as objects of a bucket of an S3-compatible service. `address` is the setting
 * DOCUMENTS_S3. In `spoolFolder`, each file waits until its length and hash are known.
 */
export function s3Store(
  address: string,
  { spoolFolder, timing }: { spoolFolder: string; timing?: Partial<S3Timing> },
): DocumentStore {
  const { call, location, bucket } = s3Client(address, timing)

  const remove = async (name: string) => {
    await call({ method: 'DELETE', key: name, read: readText })
  }

  return {
    location,
    remove,

    async put(name, bytes) {
      const file = await spool(bytes, spoolFolder)
      try {
        const headers = { 'content-type': 'application/octet-stream' }
        await call({ method: 'PUT', key: name, headers, body: file, read: readReceipt })
        return file.size
      } finally {
        await file.close()
      }
    },

    async rename(from, to) {
      const headers = { 'x-amz-copy-source': `/${bucket}/${encodeURIComponent(from)}` }
      const isCopied = await call({ method: 'PUT', key: to, headers, read: readCopyResult })
      if (!isCopied) throw new Error(`There is no file ${from} in ${location}`)
      await remove(from)
    },

    get: (name) => call({ method: 'GET', key: name, read: readObject }),

    async *list() {
      let token: string | undefined
      do {
        const query: Record<string, string> = { 'list-type': '2' }
        if (token !== undefined) query['continuation-token'] = token
        const page = await call({ method: 'GET', query, read: readPage })
        if (!page) throw new Error(`${location} is no bucket`)
        yield* page.files
        token = page.next
      } while (token !== undefined)
    },
  }
}

/** S3 confirms each stored object by its ETag. A proxy in between might answer 200 all the same. */
async function readReceipt(answer: IncomingMessage) {
  await readText(answer)
  if (!answer.headers.etag) throw new Error('the service has not confirmed the file')
}

function readObject(answer: IncomingMessage) {
  const size = Number(answer.headers['content-length'] ?? NaN)
  if (!Number.isSafeInteger(size)) {
    answer.destroy()
    throw new Error('the answer has no length')
  }
  return { bytes: answer, size }
}

/** S3 answers 200 before a copy is made. Only the body says whether the copy has succeeded. */
async function readCopyResult(answer: IncomingMessage) {
  const { name } = readXml(await readText(answer))
  if (name !== 'CopyObjectResult') throw new Error('the copy has failed')
  return true
}

async function readPage(answer: IncomingMessage) {
  const result = readXml(await readText(answer))
  const isTruncated = childText(result, 'IsTruncated')
  const next = childText(result, 'NextContinuationToken')
  const isComplete = isTruncated === 'false' || (isTruncated === 'true' && next)
  if (result.name !== 'ListBucketResult' || !isComplete) throw new Error('this is no list of files')
  const files = result.children.filter(({ name }) => name === 'Contents').map(readEntry)
  return { files, next: isTruncated === 'true' ? next : undefined }
}

function readEntry(entry: XmlElement) {
  const name = childText(entry, 'Key')
  const size = childText(entry, 'Size')
  if (!name || !/^\d+$/.test(size ?? '')) throw new Error('this is no list of files')
  return { name, size: Number(size) }
}
