/** What is kept under its `id`. */
interface Entry {
  id: string
}

/**
 * Entries in IndexedDB, which the pages and the worker share. A change has reached the disk when its
 * promise resolves; all of them reject where the browser keeps nothing.
 */
export function phoneStore<T extends Entry>(name: string) {
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

    /** Replaces one entry by what `change` makes of it; undefined stands for none. */
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

/** `whenClosed` hears that it has to be opened anew: the browser took it away, or it was too old. */
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
