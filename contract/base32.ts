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
