/**
 * Reads a typed text in Crockford's base 32: case, spaces and signs do not matter, O is 0, I and L
 * are 1.
 */
export function readBase32(typed: string) {
  return typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** Maximum length of a text in which a code is looked for. */
export const longestPasted = 500

/** A letter or digit of Crockford's base 32, or what people type for it. */
const digit = String.raw`[\dA-TV-Z]`
/** Separators of the groups of a code, in the order of the tries: a dash, other signs, nothing. */
const separators = [String.raw`\s*\p{Pd}\s*`, String.raw`[\s\p{Pd}._+]+`, '']

/**
 * Finds the last code in a pasted text, such as a link or "Code: …". A group is a word, or a number of
 * letters and digits.
 */
export function findBase32(pasted: string, groups: readonly (string | number)[]) {
  const text = pasted.toUpperCase().replaceAll(/\p{Cf}/gu, '')
  const parts = groups.map((group) => (typeof group === 'string' ? group : `${digit}{${group}}`))
  for (const separator of separators) {
    // The lookahead lets matches overlap.
    const code = String.raw`(?:^|[^\dA-Z])(?=(${parts.join(separator)})(?![\dA-Z]))`
    const found = Array.from(text.matchAll(new RegExp(code, 'gu')), ([, part = '']) => part).at(-1)
    if (found !== undefined) return found
  }
  return undefined
}
