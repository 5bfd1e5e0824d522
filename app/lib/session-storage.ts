/**
 * Asks what the browser keeps for this visit; undefined where somebody has forbidden sites to keep
 * data, for there even naming it throws.
 */
export function inSession<T>(ask: (storage: Storage) => T) {
  try {
    return ask(sessionStorage)
  } catch {
    return undefined
  }
}
