interface BackgroundSync extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Asks the browser to wake the worker once there is network; false where it will not. */
export async function sendInBackground() {
  const registration: BackgroundSync | undefined = await navigator.serviceWorker?.ready
  if (!registration?.sync || !registration.active) return false
  await activated(registration.active)
  await registration.sync.register('applications')
  // Where OFFLINE is off, that was the last that the worker did.
  return (await navigator.serviceWorker.getRegistration()) !== undefined
}

function activated(worker: ServiceWorker) {
  return new Promise<void>((resolve) => {
    const look = () => worker.state === 'activating' || resolve()
    worker.addEventListener('statechange', look)
    look()
  })
}
