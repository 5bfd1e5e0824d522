import { trySessionStorage } from './session-storage.ts'

const key = 'answers'

/**
 * Status of the answers in this tab's form, for Back and reload: they could not be saved, or the
 * server has received them. Null if the saved applications on the phone tell it.
 */
export function setDraftStatus(status: 'unsaved' | 'received' | null) {
  trySessionStorage((storage) => (status ? storage.setItem(key, status) : storage.removeItem(key)))
}

export function getDraftStatus() {
  return trySessionStorage((storage) => storage.getItem(key))
}
