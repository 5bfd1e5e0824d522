interface BackgroundSync extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Background sync: the browser wakes the service worker once there is network. False if it will not. */
export async function requestBackgroundSync() {
  const registration: BackgroundSync | undefined = await navigator.serviceWorker?.ready
  if (!registration?.sync || !registration.active) return false
  await activated(registration.active)
  await registration.sync.register('applications')
  // With OFFLINE=off the worker has unregistered itself by now.
  return (await navigator.serviceWorker.getRegistration()) !== undefined
}

function activated(worker: ServiceWorker) {
  return new Promise<void>((resolve) => {
    const check = () => worker.state === 'activating' || resolve()
    worker.addEventListener('statechange', check)
    check()
  })
}
