import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { ServerContext } from './lib/server-context.ts'
import { cspNonce, reportError } from './page-context.ts'

/** The server fills a context for each request under these very keys. */
export { cspNonce, formPath, pageServices, reportError, requestId } from './page-context.ts'

/** How long a loader may take before its page is given up, in milliseconds. */
export const streamTimeout = 10_000

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context?: RouterContextProvider,
) {
  const nonce = context?.get(cspNonce) || undefined
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const html = await render(
    <ServerContext value={context}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </ServerContext>,
    nonce,
  )
  return new Response(html, { status, headers })
}

/** What fails in a page goes to the log; a wrong path or method is the visitor's, and does not. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(reportError)(error)
}

/** The whole page at once: nothing in it waits for anything, and a whole page is compressed best. */
function render(page: React.ReactNode, nonce: string | undefined) {
  return new Promise<string>((resolve, reject) => {
    const stream = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(tooLate)
        resolve(text(stream.pipe(new PassThrough())))
      },
      onError: reject,
      onShellError: reject,
    })
    const tooLate = setTimeout(() => stream.abort(), streamTimeout + 1000)
  })
}
