const withThousands = /^[+-]?[1-9]\d{0,2}(?:[\s,]\d{3})+(?:\.\d+)?$/

/**
 * The number that somebody has typed; undefined if it is none. Blanks and commas count only between
 * thousands: 2,5 must not become 25.
 */
export function typedNumber(text: string) {
  const trimmed = text.trim()
  const typed = withThousands.test(trimmed) ? trimmed.replaceAll(/[\s,]/g, '') : trimmed
  return /^[+-]?\d*\.?\d+$/.test(typed) ? Number(typed) : undefined
}
