import { inTime } from '../lib/in-time.ts'

/** Name of the IndexedDB database and of the BroadcastChannel that announces changes in it. */
export const storeName = 'applications'

/** True if there may be saved applications on this phone. */
export async function hasSavedApplications() {
  try {
    const databases = await inTime(indexedDB.databases(), 1000)
    return databases.some(({ name }) => name === storeName)
  } catch {
    return true
  }
}

/** Registers the service worker for the application path of the page's language. */
export async function registerWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const scope = location.pathname.replace(/\/apply\/*$/, '')
  await navigator.serviceWorker.register('/application-worker.js', { scope })
}
