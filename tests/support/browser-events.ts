import { expect, type Page } from '@playwright/test'

// Events that no hand makes.

/** The user returns to the window: the back office loads its data again. Playwright hides no window. */
export function comeBack(page: Page) {
  return page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

/**
 * Comes back until `expected` passes. A screen that loads again joins a request that is on its way, and its
 * answer may be older.
 */
export function comeBackUntil(page: Page, expected: (soon: { timeout: number }) => Promise<void>) {
  return expect(async () => {
    await comeBack(page)
    await expected({ timeout: 1000 })
  }).toPass()
}

/** The network is lost and back at once. */
export async function reconnect(page: Page) {
  await page.context().setOffline(true)
  await page.context().setOffline(false)
}

/**
 * The page goes into the back-forward cache, or comes back from it. Headless Chromium has no such cache;
 * tests/engines tries that of WebKit.
 */
export function backForwardCache(page: Page, change: 'pagehide' | 'pageshow') {
  return page.evaluate(
    (name) => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })),
    change,
  )
}
