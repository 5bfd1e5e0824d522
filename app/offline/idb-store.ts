import { inTime } from '../lib/in-time.ts'

/** Timeouts in milliseconds: IndexedDB of some browsers never answers. */
const openTimeout = 5000
const transactionTimeout = 15_000

/**
 * Store in IndexedDB, shared by pages and the service worker; each entry has an `id`. A promise of
 * `update` resolves when the change is on the disk. All promises reject without IndexedDB.
 */
export function idbStore<T extends { id: string }>(name: string) {
  const begin = idbDatabase(name, [name])
  return {
    async all(): Promise<T[]> {
      const transaction = await begin('readonly')
      return resultOf(transaction.objectStore(name).getAll())
    },

    /** Changes an entry in one transaction. An entry that does not exist is `undefined`. */
    async update(id: string, change: (entry: T | undefined) => T | undefined): Promise<void> {
      const transaction = await begin('readwrite')
      updateIn(transaction.objectStore(name), id, change)
      return committed(transaction)
    },
  }
}

/** A database with its stores, opened at the first use. Returns a function that begins transactions. */
export function idbDatabase(name: string, stores: readonly string[]) {
  let opening: Promise<IDBDatabase> | undefined
  let openedInTime: Promise<IDBDatabase> | undefined
  const forget = () => (opening = openedInTime = undefined)
  return async (mode: IDBTransactionMode) => {
    opening ??= open(name, stores, forget)
    opening.catch(forget)
    // After the timeout every call is rejected at once, until the browser answers.
    openedInTime ??= inTime(opening, openTimeout)
    const database = await Promise.race([opening, openedInTime])
    return database.transaction(stores, mode, { durability: 'strict' })
  }
}

/** Changes an entry of a store. An entry that does not exist is `undefined`. */
export function updateIn<T>(
  store: IDBObjectStore,
  id: string,
  change: (entry: T | undefined) => T | undefined,
) {
  const request: IDBRequest<T | undefined> = store.get(id)
  request.addEventListener('success', () => {
    const changed = change(request.result)
    if (changed) store.put(changed)
    else store.delete(id)
  })
}

export function committed(transaction: IDBTransaction) {
  const done = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
  return inTime(done, transactionTimeout)
}

export function resultOf<R>(request: IDBRequest<R>) {
  return inTime(answerOf(request), transactionTimeout)
}

function answerOf<R>(request: IDBRequest<R>) {
  return new Promise<R>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}

/** Calls `whenClosed` if the browser or a newer database version closes the connection. */
async function open(name: string, stores: readonly string[], whenClosed: () => void) {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const store of stores) request.result.createObjectStore(store, { keyPath: 'id' })
  })
  const database = await answerOf(request)
  database.addEventListener('close', whenClosed)
  database.addEventListener('versionchange', () => {
    database.close()
    whenClosed()
  })
  return database
}
