import { inSession } from './session-storage.ts'

const key = 'answers'

/**
 * Notes in this tab what became of the answers in its form, for the way back to it: they could not
 * be saved, or they were received; null where the phone itself knows.
 */
export function noteAnswers(note: 'unsaved' | 'received' | null) {
  inSession((storage) => (note ? storage.setItem(key, note) : storage.removeItem(key)))
}

export function notedAnswers() {
  return inSession((storage) => storage.getItem(key))
}
