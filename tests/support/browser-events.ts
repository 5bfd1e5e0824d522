import type { Page } from '@playwright/test'

// Events that no hand makes.

/** The user returns to the window: the back office loads its data again. Playwright hides no window. */
export function comeBack(page: Page) {
  return page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

/** The network is lost and back at once. */
export async function reconnect(page: Page) {
  await page.context().setOffline(true)
  await page.context().setOffline(false)
}
