import { trySessionStorage } from './session-storage.ts'

/** Loads another page, on which app/scripts/enhance.ts shows `notice` once (flash message). */
export function redirectWithFlash(notice: string, to: string) {
  trySessionStorage((storage) => storage.setItem('notice', notice))
  location.assign(to)
}
