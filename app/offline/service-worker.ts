import { keptApplications } from './saved-applications.ts'
import { sendWaiting } from './send-queue.ts'

// The service worker of the application path, in each language a registration of its own. It opens
// the landing page and the form without network, and sends what waits when the network is back. It
// touches nothing else: no call of the API, no page of one visitor. docs/decisions/0013 tells how
// it is replaced and how it is taken away.

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

/** The scripts of the application path; the build puts them in (app/offline/build-service-worker.ts). */
declare const scripts: readonly string[]
declare const scriptsInKiswahili: readonly string[]
/** A name for this set of them. */
declare const version: string

const worker = globalThis as unknown as WorkerScope
const prefix = 'application-path '
/** How long a page from the network is waited for where there is a kept one, in milliseconds. */
const patience = 4000

const landing = new URL(worker.registration.scope).pathname
const form = `${landing}/apply`
/** The cache of this version and this registration: the other language's may be of another version. */
const cacheName = `${prefix}${version} ${landing}`
const own = [...scripts, ...(landing.startsWith('/sw/') ? scriptsInKiswahili : [])]

worker.addEventListener('install', (event) => {
  event.waitUntil(install())
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      leaveOldVersions(),
      worker.registration.navigationPreload?.enable(),
      worker.clients.claim(),
    ]),
  )
})

worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
  else if (mode === 'navigate' && [landing, form].includes(pathname)) {
    event.respondWith(page(event, pathname))
  }
})

worker.addEventListener('sync', (event) => event.waitUntil(sendAll()))

/** What is still not sent makes the browser try again later. */
async function sendAll() {
  await sendWaiting({ insist: true })
  const kept = await keptApplications()
  if (kept.some(({ state }) => state === 'waiting')) throw new Error('Some still wait')
}

async function install() {
  // The worker alone may be new, and its version be in use.
  const isNew = !(await caches.has(cacheName))
  try {
    await keepVersion()
  } catch (error) {
    if (isNew) await caches.delete(cacheName)
    throw error
  }
  await worker.skipWaiting()
}

/** All of the version or nothing; what the browser has already is not loaded again. */
async function keepVersion() {
  const cache = await ownCache()
  await Promise.all(
    own.map(async (script) =>
      cache.put(script, (await caches.match(script)) ?? (await load(script, 'force-cache'))),
    ),
  )
  const kept =
    (await keep(form, await load(form, 'force-cache'))) ||
    (await keep(form, await load(form, 'no-cache')))
  if (!kept) throw new Error('The form is of another version')
  // The landing page only if the visitor came that way.
  await load(landing, 'only-if-cached').then(
    (page) => keep(landing, page),
    () => {},
  )
}

async function load(path: string, cache: RequestCache) {
  const answer = await fetch(path, { cache, mode: 'same-origin' })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer
}

/** Keeps a page if it is the same for everybody (those have an ETag) and of this very version. */
async function keep(path: string, answer: Response) {
  if (!answer.ok || answer.redirected || !answer.headers.has('ETag')) return false
  const html = await answer.clone().text()
  const asked = html.match(/\/assets\/[\w.-]+\.js/g) ?? []
  if (!asked.every((script) => own.includes(script))) return false
  await (await ownCache()).put(path, answer)
  return true
}

/** The version before stays for the pages that are open. */
async function leaveOldVersions() {
  const others = (await caches.keys()).filter((name) => isOwn(name) && name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** Workers of before named their caches by the version alone. */
function isOwn(name: string) {
  const [, scope = landing] = name.slice(prefix.length).split(' ')
  return name.startsWith(prefix) && scope === landing
}

// What cannot be read does not stand between the phone and the network.

async function asset({ url }: Request) {
  return (await caches.match(url).catch(() => undefined)) ?? fetch(url)
}

/** From the network, else as it was the last time: nothing but its lists could be out of date. */
async function page(event: FetchEvent, path: string): Promise<Response> {
  const kept = await keptPage(path).catch(() => undefined)
  const fresh = preloaded(event)
  event.waitUntil(renew(path, fresh).catch(() => {}))
  if (!kept) return fresh
  return Promise.race([
    fresh.then((answer) => (isWorse(answer) ? kept : answer)),
    new Promise<Response>((resolve) => setTimeout(resolve, patience, kept)),
  ]).catch(() => kept)
}

async function keptPage(path: string) {
  return (await ownCache()).match(path)
}

/** Whether the kept page is better: the server is in trouble, or had no lists for the form. */
function isWorse({ status, ok, headers }: Response) {
  return status >= 500 || (ok && !headers.has('ETag'))
}

async function preloaded({ preloadResponse, request }: FetchEvent) {
  // Other than somebody's own way to a page, a worker's may end at one that is out of date.
  return (await preloadResponse) ?? fetch(request, { cache: 'no-cache' })
}

/** What does not fit to this version's scripts is of a newer one. */
async function renew(path: string, fresh: Promise<Response>) {
  const answer = (await fresh).clone()
  if (answer.ok && !(await keep(path, answer))) await worker.registration.update()
}

function ownCache() {
  return caches.open(cacheName)
}
