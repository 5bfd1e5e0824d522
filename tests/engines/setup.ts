import { findChromium } from '../support/chromium.ts'
import { engineNames, missingPart } from './engines.ts'

/** Runs once before the workers, which inherit the environment variable that it sets. */
export default function setup() {
  process.env.CHROMIUM_PATH = findChromium()
  for (const engine of engineNames) {
    const missing = missingPart(engine)
    if (missing) process.stdout.write(`${missing}. Its tests are skipped.\n`)
  }
}
