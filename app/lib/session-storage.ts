/** Uses sessionStorage. Returns undefined if the browser forbids storage and access throws. */
export function trySessionStorage<T>(use: (storage: Storage) => T) {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
