import type { Gauge } from '@prometheus-io/client'

/** Functions that read figures of documents each time Prometheus asks for the metrics. */
export interface DocumentFigures {
  /** Numbers of documents by state. */
  documents: () => Promise<Record<string, number>>
  /** Bytes of uploads that no application has. */
  unattachedBytes: () => Promise<number>
  /** Seconds since the upload of the oldest document that waits for the virus scanner. */
  oldestUnscanned: () => Promise<number>
}

export type StateGauge = Gauge<'state'>

export type AddGauge = (
  name: string,
  help: string,
  read: (gauge: StateGauge) => Promise<void> | void,
) => void

export function measureDocuments(addGauge: AddGauge, figures: DocumentFigures) {
  addGauge(
    'documents',
    'Documents by the answer of the virus scanner, and unfinished uploads (receiving)',
    async (gauge) => {
      gauge.reset()
      const counts = await figures.documents().catch(() => ({}))
      for (const [state, count] of Object.entries(counts)) gauge.set({ state }, count)
    },
  )
  addGauge(
    'documents_unattached_bytes',
    'Bytes of uploads that no application has',
    async (gauge) => gauge.set(await figures.unattachedBytes().catch(() => NaN)),
  )
  addGauge(
    'documents_oldest_unscanned_seconds',
    'Time since the upload of the oldest document that waits for the virus scanner',
    async (gauge) => gauge.set(await figures.oldestUnscanned().catch(() => NaN)),
  )
}
