/**
 * Store in IndexedDB, shared by pages and the service worker; each entry has an `id`. A promise of
 * `update` resolves when the change is on the disk. All promises reject without IndexedDB.
 */
export function idbStore<T extends { id: string }>(name: string) {
  let opened: Promise<IDBDatabase> | undefined
  const forget = () => (opened = undefined)

  async function begin(mode: IDBTransactionMode) {
    opened ??= open(name, forget)
    opened.catch(forget)
    const transaction = (await opened).transaction(name, mode, { durability: 'strict' })
    return { transaction, store: transaction.objectStore(name) }
  }

  return {
    async all(): Promise<T[]> {
      const { store } = await begin('readonly')
      return resultOf(store.getAll())
    },

    /** Changes an entry in one transaction. An entry that does not exist is `undefined`. */
    async update(id: string, change: (entry: T | undefined) => T | undefined): Promise<void> {
      const { transaction, store } = await begin('readwrite')
      const request: IDBRequest<T | undefined> = store.get(id)
      request.addEventListener('success', () => {
        const changed = change(request.result)
        if (changed) store.put(changed)
        else store.delete(id)
      })
      return new Promise((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve())
        transaction.addEventListener('abort', () => reject(transaction.error))
      })
    },
  }
}

/** Calls `whenClosed` if the browser or a newer database version closes the connection. */
async function open(name: string, whenClosed: () => void) {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () =>
    request.result.createObjectStore(name, { keyPath: 'id' }),
  )
  const database = await resultOf(request)
  database.addEventListener('close', whenClosed)
  database.addEventListener('versionchange', () => {
    database.close()
    whenClosed()
  })
  return database
}

function resultOf<R>(request: IDBRequest<R>) {
  return new Promise<R>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
