import type { FastifyInstance } from 'fastify'

import type { Database } from './database/tables.ts'
import type { DocumentStore } from './services/documents/document-store.ts'
import { startScanWorker, type ScanWorker } from './services/documents/scan-worker.ts'
import type { Settings } from './settings.ts'

interface Scanning {
  db: Database
  documentStore: DocumentStore
  settings: Settings
}

/** Scans documents for viruses while the server listens. */
export function scanDocuments(app: FastifyInstance, { db, documentStore, settings }: Scanning) {
  const { log } = app
  let worker: ScanWorker | undefined
  app.addHook('onListen', async () => {
    worker = startScanWorker({
      db,
      store: documentStore,
      clamd: settings.CLAMD,
      onVirus: (document, virus) => log.warn({ document, virus }, 'a document had a virus'),
      onFailure: (document, reason) =>
        log.error({ document, reason }, 'a document could not be scanned'),
      onOutage: (reason) => {
        if (reason === undefined) log.info('documents are scanned again')
        else log.error({ reason }, 'documents cannot be scanned')
      },
    })
  })
  let stopped: Promise<void> | undefined
  app.addHook('preClose', async () => void (stopped = worker?.stop()))
  app.addHook('onClose', async () => stopped)
}
