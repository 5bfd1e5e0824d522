/**
 * Timeout signal, optionally combined with another signal. Browsers of 2022 have neither
 * `AbortSignal.timeout` nor `AbortSignal.any`.
 */
export function abortAfter(milliseconds: number, other?: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  setTimeout(abort, milliseconds)
  if (other?.aborted) abort()
  other?.addEventListener('abort', abort)
  return controller.signal
}
