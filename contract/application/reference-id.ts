import { findBase32, readBase32 } from '../base32.ts'
import { referenceIdPattern } from '../constants.ts'

/**
 * Reads a typed or pasted reference ID, such as a link to the status page. A text without one then fails
 * `referenceIdPattern`.
 */
export function readReferenceId(typed: string) {
  const whole = spell(typed)
  if (referenceIdPattern.test(whole)) return whole
  const found = findBase32(typed, ['SPH', 4, 8])
  return found === undefined ? whole : spell(found)
}

function spell(typed: string) {
  return readBase32(typed).replace(/^(?:SPH)?(\d{4})(.{8})$/, 'SPH-$1-$2')
}
