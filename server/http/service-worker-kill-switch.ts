/** URL of the service worker that app/offline/build-service-worker.ts builds. */
export const workerPath = '/application-worker.js'

/**
 * Kill switch for the service worker, served if OFFLINE is off. A browser that has the worker
 * replaces it with this one, which deletes the caches and unregisters itself. Drafts stay stored.
 */
export const killSwitchWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`
