import { inTime } from '../lib/in-time.ts'
import { isWaiting, readSavedEntries } from './saved-applications.ts'
import { sendQueue } from './send-queue.ts'

// Service worker of the application path; each language registers its own. It serves the landing
// page and the form offline, and sends the queue on background sync. It handles no API calls and no
// pages with personal data. docs/decisions/0013 describes updates and removal.

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
}

/** Constants that build-service-worker.ts inserts: the scripts of the application path. */
declare const scripts: readonly string[]
declare const scriptsInKiswahili: readonly string[]
/** The cache version: a hash of the script names. */
declare const version: string

const worker = globalThis as unknown as WorkerScope
const prefix = 'application-path '
/** Milliseconds to wait for the network if the page is in the cache. */
const networkTimeout = 4000
/** Milliseconds to wait for the cache: storage that does not answer must not hold up a page. */
const cacheTimeout = 2000
/** Milliseconds to wait for a page that sends. It may be closed: then this worker sends. */
const longestWait = 240_000

const landing = new URL(worker.registration.scope).pathname
const form = `${landing}/apply`
/**
 * One cache per version and language. Each language has its own worker, and one may be updated later than
 * the other.
 */
const cacheName = `${prefix}${version} ${landing}`
const versionScripts = [...scripts, ...(landing.startsWith('/sw/') ? scriptsInKiswahili : [])]

worker.addEventListener('install', (event) => {
  event.waitUntil(install())
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldCaches(), preloadNavigations(), worker.clients.claim()]))
})

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(assetOf(event.request))
  else if (mode === 'navigate' && [landing, form].includes(pathname)) {
    event.respondWith(pageOf(event, pathname))
  }
})

worker.addEventListener('sync', (event) => event.waitUntil(sendWholeQueue()))

/** Sends the queue on background sync. If the promise rejects, the browser retries later. */
async function sendWholeQueue() {
  await sendQueue({ retriesUnanswered: true, wait: longestWait })
  if ((await readSavedEntries()).some(isWaiting)) throw new Error('The queue is not empty')
}

async function install() {
  // A worker with a changed file may have the same cache version: then the cache is in use.
  const isNew = !(await caches.has(cacheName))
  try {
    await fillCache()
  } catch (error) {
    if (isNew) await caches.delete(cacheName)
    throw error
  }
  await worker.skipWaiting()
}

/**
 * Caches all files of this version or rejects. Files in the HTTP cache are not downloaded again.
 */
async function fillCache() {
  const cache = await openCache()
  await Promise.all(
    versionScripts.map(async (script) =>
      cache.put(script, (await caches.match(script)) ?? (await load(script, 'force-cache'))),
    ),
  )
  const isCached =
    (await cachePage(form, await load(form, 'force-cache'))) ||
    (await cachePage(form, await load(form, 'no-cache')))
  if (!isCached) throw new Error('The form is of another version')
  // Caches the landing page only if it is in the HTTP cache.
  await load(landing, 'only-if-cached').then(
    (page) => cachePage(landing, page),
    () => {},
  )
}

async function load(path: string, cache: RequestCache) {
  const response = await fetch(path, { cache, mode: 'same-origin' })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response
}

/**
 * Navigation preload, in Chromium only: Firefox shows its own error page if a preload fails, even if
 * the worker has an answer. The browser keeps this setting when the worker changes.
 */
function preloadNavigations() {
  const { navigationPreload } = worker.registration
  return 'sync' in worker.registration ? navigationPreload?.enable() : navigationPreload?.disable()
}

/** Caches a page if it has an ETag (the same page for all visitors) and scripts of this version. */
async function cachePage(path: string, response: Response) {
  if (!response.ok || response.redirected || !response.headers.has('ETag')) return false
  const html = await response.clone().text()
  const pageScripts = html.match(/\/assets\/[\w.-]+\.js/g) ?? []
  if (!pageScripts.every((script) => versionScripts.includes(script))) return false
  await (await openCache()).put(path, response)
  return true
}

/** Keeps the newest old cache, because open pages may still use its version. */
async function deleteOldCaches() {
  const others = (await caches.keys()).filter((name) => isOwnCache(name) && name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** True for a cache of this language. The first workers' cache names had no language. */
function isOwnCache(name: string) {
  const [, scope = landing] = name.slice(prefix.length).split(' ')
  return name.startsWith(prefix) && scope === landing
}

// If the cache cannot be read, the functions below use the network.

async function assetOf({ url }: Request) {
  const inCache = caches.match(url).catch(() => undefined)
  const cached = await inTime(inCache, cacheTimeout).catch(() => undefined)
  return cached ?? fetchOr(fetch(url), inCache)
}

/** The network's answer. Without one, a cache that answers late still counts. */
function fetchOr(network: Promise<Response>, inCache: Promise<Response | undefined>) {
  return network.catch(async (error: unknown) => {
    const late = await inCache
    if (late) return late
    throw error
  })
}

/** Network first: the cached page answers after a timeout or an error. Its lists may be stale. */
async function pageOf(event: FetchEvent, path: string): Promise<Response> {
  const inCache = cachedPage(path).catch(() => undefined)
  const cached = await inTime(inCache, cacheTimeout).catch(() => undefined)
  const fresh = fetchPage(event)
  event.waitUntil(refreshCache(path, fresh).catch(() => {}))
  if (!cached) return fetchOr(fresh, inCache)
  return Promise.race([
    fresh.then((response) => (isWorse(response) ? cached : response)),
    new Promise<Response>((resolve) => setTimeout(resolve, networkTimeout, cached)),
  ]).catch(() => cached)
}

async function cachedPage(path: string) {
  return (await openCache()).match(path)
}

/** True if the cached page is better: the server has failed, or its form has no lists. */
function isWorse({ status, ok, headers }: Response) {
  return status >= 500 || (ok && !headers.has('ETag'))
}

async function fetchPage({ preloadResponse, request }: FetchEvent) {
  // `no-cache`: without it, a stale copy in the HTTP cache could answer a worker's fetch.
  return (await preloadResponse) ?? fetch(request, { cache: 'no-cache' })
}

/** Caches the fresh page. If its scripts are of another version, looks for a newer worker. */
async function refreshCache(path: string, fresh: Promise<Response>) {
  const response = (await fresh).clone()
  if (response.ok && !(await cachePage(path, response))) await worker.registration.update()
}

function openCache() {
  return caches.open(cacheName)
}
