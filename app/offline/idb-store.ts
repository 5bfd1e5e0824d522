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
  let opened: Promise<IDBDatabase> | undefined
  const forget = () => (opened = undefined)
  return async (mode: IDBTransactionMode) => {
    opened ??= open(name, stores, forget)
    opened.catch(forget)
    return (await opened).transaction(stores, mode, { durability: 'strict' })
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
  return new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
}

export function resultOf<R>(request: IDBRequest<R>) {
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
  const database = await resultOf(request)
  database.addEventListener('close', whenClosed)
  database.addEventListener('versionchange', () => {
    database.close()
    whenClosed()
  })
  return database
}
