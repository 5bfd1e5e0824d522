/**
 * Creates a replacement of `fetch` for a large request body. `onProgress` gets the sent part of the
 * body, from 0 to 1. Only XMLHttpRequest reports it.
 */
export function uploader(onProgress: (sent: number) => void) {
  return (url: string, { method, headers, body, signal }: UploadOptions) =>
    new Promise<Response>((resolve, reject) => {
      const call = new XMLHttpRequest()
      call.open(method, url)
      for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
      call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
      call.addEventListener('load', () =>
        resolve(new Response(call.responseText, { status: call.status })),
      )
      call.addEventListener('error', () => reject(new TypeError('Failed to upload')))
      call.addEventListener('abort', () => reject(signal?.reason))
      signal?.addEventListener('abort', () => call.abort())
      onProgress(0)
      call.send(body)
    })
}

interface UploadOptions {
  method: string
  headers: Record<string, string>
  body: string | null
  signal: AbortSignal | null
}
