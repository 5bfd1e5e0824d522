import { renderSVG } from 'uqr'

/** A picture that a phone's camera reads as the text; drawn here, so that nobody else learns it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const picture = encodeURIComponent(renderSVG(text, { ecc: 'M', border: 4 }))
  return <img src={`data:image/svg+xml,${picture}`} alt={label} className="size-48" />
}
