import { renderSVG } from 'uqr'

/** QR code, drawn here: no other service learns the text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const picture = encodeURIComponent(renderSVG(text, { ecc: 'M', border: 4 }))
  return <img src={`data:image/svg+xml,${picture}`} alt={label} className="size-48" />
}
