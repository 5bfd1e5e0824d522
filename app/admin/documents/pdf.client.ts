import {
  AnnotationMode,
  getDocument,
  InvalidPDFException,
  PasswordException,
  PDFWorker,
  type PDFPageProxy,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite exports the worker's constructor
import PdfWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker'

import { type OpenedPages, type Page, UnreadableError } from './pages.ts'

/** Pages that are shown. More would take too long, and no CV has them. */
const mostPages = 100

/** CSS pixels per point: PDF counts in 1/72 inch, CSS in 1/96 inch. */
const pixelsPerPoint = 96 / 72

/**
 * Opens a PDF with pdf.js, whose worker comes from our own origin. Neither scripts nor forms of the
 * PDF run, and nothing is fetched for it except decoders from our own origin.
 */
export async function openPdf(file: Blob): Promise<OpenedPages> {
  const port = new PdfWorker()
  const { promise: broken, reject } = Promise.withResolvers<never>()
  port.addEventListener('error', () => reject(new Error('The worker of pdf.js did not start')))
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS })
  const loading = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    worker,
    enableXfa: false,
    // The Content-Security-Policy allows no WebAssembly. vite.config.ts has the other decoders.
    useWasm: false,
    wasmUrl: new URL(`/assets/pdfjs-${version}/`, location.href).href,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const close = () => {
    void loading.destroy().finally(() => {
      worker.destroy()
      port.terminate()
    })
  }
  try {
    const pdf = await Promise.race([loading.promise, broken])
    if (pdf.numPages === 0) throw new UnreadableError('This PDF has no pages.')
    const numbers = Array.from({ length: Math.min(pdf.numPages, mostPages) }, (_, at) => at + 1)
    const pages = await Promise.all(numbers.map((number) => pdf.getPage(number)))
    return { pages: pages.map(pageOf), total: pdf.numPages, close }
  } catch (error) {
    close()
    throw reasonOf(error)
  }
}

function pageOf(page: PDFPageProxy): Page {
  const { width, height } = page.getViewport({ scale: pixelsPerPoint })
  return {
    width,
    height,
    async draw(canvas, scale, turn, signal) {
      const viewport = page.getViewport({
        scale: scale * pixelsPerPoint,
        rotation: (page.rotate + turn) % 360,
      })
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(viewport.height)
      const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
      const cancel = () => task.cancel()
      signal.addEventListener('abort', cancel)
      await task.promise.finally(() => signal.removeEventListener('abort', cancel))
    },
  }
}

function reasonOf(error: unknown) {
  if (error instanceof PasswordException)
    return new UnreadableError('This PDF asks for a password.')
  if (error instanceof InvalidPDFException) return new UnreadableError('This PDF is damaged.')
  // pdf.js has no error of its own for an encryption that it does not know.
  if (error instanceof Error && error.message === 'unknown encryption method') {
    return new UnreadableError('This PDF is locked by a certificate or another program.')
  }
  return error
}
