import type { Page } from '@playwright/test'

/** Wakes the service worker of a site, as the browser does when there is network. */
export async function syncInBackground(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(
        ({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(origin),
      )
      if (found) resolve(found.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag: 'applications',
    lastChance: false,
  })
}
