/** Name of the IndexedDB database, and of the BroadcastChannel that announces its changes. */
export const storeName = 'applications'

/** Whether this phone may have saved applications. */
export async function hasSavedApplications() {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === storeName)
  } catch {
    return true
  }
}

/** Registers the service worker of the application path in the language of this page. */
export async function registerWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const scope = location.pathname.replace(/\/apply\/*$/, '')
  await navigator.serviceWorker.register('/application-worker.js', { scope })
}
