import { expect, test, vi } from 'vitest'
import type { DraftSaver } from './draft-saver.ts'
import type { PageQueue } from './page-queue.ts'
import { restoreAfterBack } from './restore-draft.ts'
import { newDraft } from './saved-applications.ts'

const left = { ...newDraft(), values: { last_name: 'Omar' }, at: 1 }
const elsewhere = { ...left, values: { last_name: 'Ali' }, at: 2 }
const typed = { ...left, values: { last_name: 'Omar', first_name: 'Asha' }, at: 3 }

/** Returns what the form shows after Back. While the stored entries are read, `onRead` runs. */
async function shownAfterBack(entries: unknown[], onRead = (_saver: { draft: unknown }) => {}) {
  const show = vi.fn<(draft: unknown) => void>()
  const saver = { draft: left, state: 'saved', lockAgain: async () => true, show }
  const refresh = async () => {
    onRead(saver)
    return entries
  }
  await restoreAfterBack(saver as unknown as DraftSaver, { refresh } as unknown as PageQueue)
  return show.mock.calls
}

test('Back shows what another page has made of the draft', async () => {
  expect(await shownAfterBack([elsewhere])).toEqual([[elsewhere]])
  expect(await shownAfterBack([left])).toEqual([])
})

test('Back keeps what is typed and saved while the stored draft is read', async () => {
  const type = (saver: { draft: unknown }) => (saver.draft = typed)
  expect(await shownAfterBack([elsewhere], type)).toEqual([])
})
