import { trySessionStorage } from './session-storage.ts'

const key = 'answers'

/**
 * Stores whether this tab's answers could not be saved, or were received by the server. The form
 * reads the status after Back or a reload. Null means: the saved application has its own status.
 */
export function setDraftStatus(status: 'unsaved' | 'received' | null) {
  trySessionStorage((storage) => (status ? storage.setItem(key, status) : storage.removeItem(key)))
}

export function getDraftStatus() {
  return trySessionStorage((storage) => storage.getItem(key))
}
