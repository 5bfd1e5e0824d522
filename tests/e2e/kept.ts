import { expect, type Page } from '@playwright/test'

/** Waits until the newest stored entry has these answers. */
export async function saved(page: Page, values: object) {
  await expect.poll(async () => (await kept(page)).at(-1)).toMatchObject({ values })
}

/** All stored entries, the oldest first. */
export function kept(page: Page): Promise<{ at: number; values?: object }[]> {
  return page.evaluate(async () => {
    const name = 'applications'
    const databases = await indexedDB.databases()
    if (!databases.some((database) => database.name === name)) return []
    const open = indexedDB.open(name)
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const all = open.result.transaction(name).objectStore(name).getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    open.result.close()
    return all.result.toSorted((a, b) => a.at - b.at)
  })
}
