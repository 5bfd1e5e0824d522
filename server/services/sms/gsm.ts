/** GSM-7 (GSM 03.38): the characters of an SMS that count one, and those that count two. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extended = '^{}\\[~]|€\f'

/** Replaces typographic characters by those of GSM-7. One of them would double the price. */
export function toGsm(text: string) {
  return text
    .replaceAll(/[‘’ʼ′`´]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll('…', '...')
    .replaceAll(/[\u00A0\u2000-\u200A\u202F]/g, ' ')
    .replaceAll(/[\u200B-\u200F\u2060\uFEFF]/g, '')
}

/** The number of SMS parts that a gateway charges for a text. */
export function countParts(text: string) {
  const letters = Array.from(text)
  const isGsm = letters.every((letter) => basic.includes(letter) || extended.includes(letter))
  if (!isGsm) return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  const length = letters.reduce((sum, letter) => sum + (extended.includes(letter) ? 2 : 1), 0)
  return length <= 160 ? 1 : Math.ceil(length / 153)
}
