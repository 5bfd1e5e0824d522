/** Undefined if the browser forbids storage: then `sessionStorage` itself throws. */
export function trySessionStorage<T>(use: (storage: Storage) => T) {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
