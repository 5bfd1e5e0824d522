interface BackgroundSync extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Whether what waits goes out without a page being open. */
export const sendsInBackground = 'SyncManager' in globalThis

/** Asks the browser to wake the worker once there is network. */
export async function sendInBackground() {
  const registration: BackgroundSync | undefined = await navigator.serviceWorker?.ready
  await registration?.sync?.register('applications')
}
