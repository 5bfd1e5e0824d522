import { join } from 'node:path'

import type { Carrier } from './carrier.ts'
import { messageFiles } from './message-files.ts'

/** The folder in which SMS are stored if nothing is set up. */
export const smsFolder = (dataDir: string) => join(dataDir, 'sms')

/** Writes SMS to text files, for trying the product out. */
export function smsFiles(folder: string): Carrier {
  return messageFiles(folder, 'txt', ({ to, text }) => `To: ${to}\n\n${text}\n`)
}
