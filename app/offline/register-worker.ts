/** The name of the database, and of the channel on which tabs and worker tell of changes in it. */
export const storeName = 'applications'

/** Whether something may be on this phone. */
export async function isAnythingKept() {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === storeName)
  } catch {
    return true
  }
}

/** Installs the worker for the application path in the language of this page. */
export async function startWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const scope = location.pathname.replace(/\/apply\/*$/, '')
  await navigator.serviceWorker.register('/application-worker.js', { scope })
}
