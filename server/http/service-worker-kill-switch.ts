/** URL of the service worker that app/offline/build-service-worker.ts builds. */
export const workerPath = '/application-worker.js'

/**
 * Kill switch: replaces the service worker if the setting OFFLINE is off. In a browser, this worker
 * deletes the caches and unregisters itself. Drafts of applications stay stored.
 */
export const killSwitchWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`
