/**
 * Creates a replacement of `fetch` for a large request body. `onProgress` gets the sent part of the
 * body, from 0 to 1. Only XMLHttpRequest reports it.
 */
export function uploader(onProgress: (sent: number) => void) {
  return (url: string, { method, headers, body, signal }: UploadOptions) =>
    new Promise<Response>((resolve, reject) => {
      const upload = new XMLHttpRequest()
      upload.open(method, url)
      for (const [name, value] of Object.entries(headers)) upload.setRequestHeader(name, value)
      upload.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
      upload.onload = () => resolve(new Response(upload.responseText, { status: upload.status }))
      upload.onerror = () => reject(new TypeError('Failed to upload'))
      upload.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => upload.abort())
      onProgress(0)
      upload.send(body)
    })
}

interface UploadOptions {
  method: string
  headers: Record<string, string>
  body: string | null
  signal: AbortSignal | null
}
