import { readBase32 } from './base32.ts'

/** Reads a typed reference ID. A text that is none then fails `referenceIdPattern`. */
export function readReferenceId(typed: string) {
  return readBase32(typed).replace(/^(?:SPH)?(\d{4})(.{8})$/, 'SPH-$1-$2')
}
