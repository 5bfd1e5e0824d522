import { renderSVG } from 'uqr'

/** QR code. The browser draws it, so that no other service receives the text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const picture = encodeURIComponent(renderSVG(text, { ecc: 'M', border: 4 }))
  return <img src={`data:image/svg+xml,${picture}`} alt={label} className="size-48" />
}
