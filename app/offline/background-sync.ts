interface BackgroundSync extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Asks the browser to wake the service worker when there is network. False if it cannot do so. */
export async function requestBackgroundSync() {
  const registration: BackgroundSync | undefined = await navigator.serviceWorker?.ready
  if (!registration?.sync || !registration.active) return false
  await activated(registration.active)
  await registration.sync.register('applications')
  // With the setting OFFLINE=off the service worker unregisters itself when it activates.
  return (await navigator.serviceWorker.getRegistration()) !== undefined
}

function activated(worker: ServiceWorker) {
  return new Promise<void>((resolve) => {
    const check = () => worker.state === 'activating' || resolve()
    worker.addEventListener('statechange', check)
    check()
  })
}
