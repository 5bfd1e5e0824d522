/** Replaces localStorage in a browser that forbids it or is full, for as long as the page lives. */
const memory = new Map<string, string>()

export function readLocal(key: string) {
  const value = memory.get(key)
  if (value !== undefined) return value
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes the key. */
export function writeLocal(key: string, value: string | null) {
  memory.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) memory.set(key, value)
  }
}
