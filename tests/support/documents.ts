import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import type { Database, DocumentsTable } from '../../server/database/tables.ts'
import { hashToken } from '../../server/services/tokens.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import { newRecord } from '../../server/services/ids.ts'

/** The smallest PDF that readers open: one empty page. */
export const emptyPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/MediaBox[0 0 595 842]/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

/** Where the server keeps messages and documents as files. */
export function storesAt(folder: string) {
  return { messageFolders: [folder], documentStore: diskStore(join(folder, 'documents')) }
}

/** Stores a document of an application, as if it had been uploaded, and returns its row. */
export async function addDocument(
  { db, dataDir }: { db: Database; dataDir: string },
  attachment: string | null,
  { bytes = emptyPdf, ...changes }: Partial<DocumentsTable> & { bytes?: Buffer } = {},
) {
  const row: DocumentsTable = {
    ...newRecord(),
    keyHash: hashToken(randomUUID()),
    attachment,
    purpose: 'cv',
    name: 'My CV.pdf',
    state: 'clean',
    size: bytes.length,
    received: bytes.length,
    type: 'application/pdf',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    warnings: null,
    scanAt: null,
    expiresAt: null,
    ...changes,
  }
  await db.insertInto('documents').values(row).execute()
  await diskStore(documentsFolder(dataDir)).put(row._id, Readable.from([bytes]))
  return row
}
