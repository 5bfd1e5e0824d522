import type { PdfObjects } from './pdf-objects.ts'
import type { PdfValue } from './pdf-values.ts'

/** Whether the page tree of a PDF is empty for sure. False if a part of it is unreadable. */
export function hasNoPages({ trailer, find }: PdfObjects) {
  const catalog = find(trailer.get('/Root'))
  if (!(catalog instanceof Map)) return false
  const seen = new Set<PdfValue>()
  const isEmpty = (reference: PdfValue | undefined): boolean => {
    const node = find(reference)
    if (!(node instanceof Map)) return false
    const kids = find(node.get('/Kids'))
    if (!Array.isArray(kids)) return node.get('/Type') === '/Pages' && node.get('/Count') === 0
    // A hostile tree may have loops.
    if (seen.has(node)) return true
    if (seen.size === mostNodes) return false
    seen.add(node)
    return kids.every(isEmpty)
  }
  return isEmpty(catalog.get('/Pages'))
}

/** Nodes of a page tree that are followed at most. */
const mostNodes = 1000
