/** Where phones look for the worker of the application path (app/offline/build-service-worker.ts). */
export const workerPath = '/application-worker.js'

/**
 * Stands in for the worker where OFFLINE is off: a phone that has one replaces it with this, which
 * removes what it kept of the site and then itself. What applicants typed is left alone.
 */
export const retiredWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`
