import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { documentsFolder } from '../../server/services/documents/disk-store.ts'
import { newData, startOwnServer } from '../support/own-server.ts'
import { pdfOf, tusClient } from '../support/uploads.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const rounds = 4
const piece = 20_000

test('a SIGKILL in the middle of uploads loses no acknowledged byte', async () => {
  const data = { ...(await newData()), DATA_DIR: await temporaryFolder() }
  const uploads = Array.from({ length: 6 }, () => ({
    pdf: pdfOf(1_000_000),
    path: '',
    acknowledged: 0,
    document: '',
  }))

  const ends: unknown[] = []
  for (let round = 0; round <= rounds; round++) {
    const server = await startOwnServer(data)
    const isLast = round === rounds
    // The server is killed at another time of each upload.
    let left = isLast ? Infinity : 40 + 7 * round
    let isKilled = false
    await Promise.all(
      uploads.map(async (upload) => {
        const tus = tusClient(server.url)
        try {
          upload.path ||= (await tus.create({ size: upload.pdf.length })).headers.get('location')!
          const head = await tus.head(upload.path)
          const offset = Number(head.headers.get('upload-offset'))
          expect(head.status).toBe(200)
          expect(offset).toBeGreaterThanOrEqual(upload.acknowledged)
          expect(offset).toBeLessThanOrEqual(upload.acknowledged + piece)
          upload.acknowledged = offset
          upload.document = head.headers.get('document-id') ?? ''
          while (upload.acknowledged < upload.pdf.length) {
            const bytes = upload.pdf.slice(upload.acknowledged, upload.acknowledged + piece)
            const { status, headers } = await tus.patch(upload.path, upload.acknowledged, bytes)
            expect(status).toBe(204)
            upload.acknowledged += bytes.length
            upload.document = headers.get('document-id') ?? ''
            if (--left > 0) continue
            isKilled = true
            await server.stop('SIGKILL')
          }
        } catch (error) {
          if (!isKilled) throw error
        }
      }),
    )
    ends.push(await server.stop('SIGTERM'))
  }

  expect(ends).toEqual([...Array(rounds).fill('SIGKILL'), 0])

  const folder = documentsFolder(data.DATA_DIR)
  for (const { pdf, document } of uploads) {
    const stored = await readFile(join(folder, document))
    expect(hash('sha256', stored)).toBe(hash('sha256', pdf))
  }
}, 60_000)
