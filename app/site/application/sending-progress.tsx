import { sizeText } from '../../lib/file-size.ts'
import { useLanguage } from '../../lib/language.tsx'

/** Bytes of an application's documents. */
export interface Sending {
  size: number
  /** Bytes that the server has acknowledged. */
  sent: number
}

/** How much of the documents has arrived. Screen readers announce only each quarter. */
export function SendingProgress({ size, sent }: Sending) {
  const { t } = useLanguage()
  const percent = Math.floor((100 * sent) / size)
  const says = (rounded: number) =>
    t('{percent} % of {size} sent', { percent: rounded, size: sizeText(size) })
  return (
    <>
      <p aria-hidden="true">{says(percent)}</p>
      <output className="sr-only">{says(percent - (percent % 25))}</output>
    </>
  )
}

/** Adds up documents; null without documents. */
export function sendingOf(
  documents: { size: number; upload: { offset: number } | null }[],
): Sending | null {
  if (documents.length === 0) return null
  return {
    size: sum(documents.map(({ size }) => size)),
    sent: sum(documents.map(({ upload }) => upload?.offset ?? 0)),
  }
}

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}
