import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

import { uploadsPath } from '../../contract/constants.ts'

export type TusClient = ReturnType<typeof tusClient>

interface NewUpload {
  name?: string
  purpose?: string
  size: number
  headers?: Record<string, string>
  /** The first bytes, which are sent along (creation-with-upload). */
  bytes?: Uint8Array<ArrayBuffer>
}

const uploadedBytes = { 'content-type': 'application/offset+octet-stream' }

/** Resumable uploads to a server, one request at a time. */
export function tusClient(server: string) {
  const ask = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array<ArrayBuffer>,
  ) =>
    fetch(new URL(path, server), {
      method,
      headers: { 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body }),
    })
  return {
    ask,
    create: ({ name = 'cv.pdf', purpose = 'cv', size, headers, bytes }: NewUpload) =>
      ask(
        'POST',
        `/api${uploadsPath}`,
        {
          'upload-length': String(size),
          'upload-metadata': `filename ${base64(name)},purpose ${base64(purpose)}`,
          ...(bytes && uploadedBytes),
          ...headers,
        },
        bytes,
      ),
    head: (path: string) => ask('HEAD', path, {}),
    patch: (path: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
      ask('PATCH', path, { 'upload-offset': String(offset), ...uploadedBytes }, bytes),
    /** Sends a whole file and returns the answer to its last byte, with the path and the key. */
    async send(bytes: Uint8Array<ArrayBuffer>, name?: string) {
      const created = await this.create({ size: bytes.length, ...(name !== undefined && { name }) })
      const path = created.headers.get('location')
      if (path === null) return { answer: created, path: '', key: '' }
      return { answer: await this.patch(path, 0, bytes), path, key: keyIn(path) }
    },
  }
}

export const base64 = (text: string) => Buffer.from(text).toString('base64')

export const keyIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** A PDF of this many bytes that compresses badly, as scanned pages do. */
export function pdfOf(size: number) {
  const start = '%PDF-1.4\n1 0 obj<</Length 9>>stream\n'
  const end = '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  const noise = randomBytes(size - start.length - end.length)
  return new Uint8Array(Buffer.concat([Buffer.from(start), noise, Buffer.from(end)]))
}

/** Sends the first bytes of a PATCH that announces more of them, and leaves the connection open. */
export function beginPatch(
  server: string,
  path: string,
  { length, bytes }: { length: number; bytes: Uint8Array },
) {
  const { hostname, port } = new URL(server)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    [
      `PATCH ${path} HTTP/1.1`,
      'host: x',
      'tus-resumable: 1.0.0',
      'upload-offset: 0',
      'content-type: application/offset+octet-stream',
      `content-length: ${length}`,
      '\r\n',
    ].join('\r\n'),
  )
  socket.write(bytes)
  return socket
}
