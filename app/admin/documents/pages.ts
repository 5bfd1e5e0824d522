import type { DocumentType } from '../../../contract/document/documents.ts'

/** Clockwise turn in degrees. */
export type Turn = 0 | 90 | 180 | 270

/** A page of a PDF, or a picture. */
export interface Page {
  /** Size in CSS pixels at 100 %, before a turn. */
  width: number
  height: number
  /** Draws the page. `scale` is the number of canvas pixels for one of `width`. */
  draw(canvas: HTMLCanvasElement, scale: number, turn: Turn, signal: AbortSignal): Promise<void>
}

export interface OpenedPages {
  pages: Page[]
  /** Number of all pages; `pages` has only the first ones of a long document. */
  total: number
  /** Frees the memory. */
  close: () => void
}

/** A document that cannot be drawn, with a sentence for staff. Another attempt cannot help. */
export class UnreadableError extends Error {}

/** Opens a PDF or a picture. The code for PDF is loaded with the first one. */
export async function openPages(type: DocumentType, file: Blob): Promise<OpenedPages> {
  if (type !== 'application/pdf') return openPicture(file)
  const { openPdf } = await import('./pdf.client.ts')
  return openPdf(file)
}

async function openPicture(file: Blob): Promise<OpenedPages> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnreadableError('This picture is damaged.')
  })
  const { width, height } = bitmap
  const page: Page = {
    width,
    height,
    async draw(canvas, scale, turn) {
      const size = turned({ width: width * scale, height: height * scale }, turn)
      canvas.width = Math.round(size.width)
      canvas.height = Math.round(size.height)
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.translate(canvas.width / 2, canvas.height / 2)
      context.rotate((turn * Math.PI) / 180)
      context.scale(scale, scale)
      context.drawImage(bitmap, -width / 2, -height / 2)
    },
  }
  return { pages: [page], total: 1, close: () => bitmap.close() }
}

/** The size of a page after a turn. */
export function turned({ width, height }: { width: number; height: number }, turn: Turn) {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}
