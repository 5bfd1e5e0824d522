import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder, removed after the test. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'foundation-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
