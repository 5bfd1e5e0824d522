import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { I18nContext, i18nOf } from './lib/language.tsx'
import { inKiswahili } from './lib/kiswahili.ts'
import { ServerContext } from './lib/server-context.ts'
import { cspNonce, type RenderNotices, reportError } from './page-context.ts'
import { Notices } from './site/frame/notices.tsx'

/** Keys of the router context. The server sets their values for each request. */
export { cspNonce, pageServices, readIntakes, reportError, requestId } from './page-context.ts'

/** React Router's timeout for loaders, in milliseconds. */
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

export const renderNotices: RenderNotices = (notices, language) =>
  renderToStaticMarkup(
    <I18nContext value={i18nOf(language === 'sw' ? [{ handle: { i18n: inKiswahili } }] : [])}>
      <Notices notices={notices} />
    </I18nContext>,
  )

/** Logs page errors, except for aborted requests and wrong paths or methods. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(reportError)(error)
}

/** Renders the page into one string. Nothing is streamed: one string compresses best. */
function render(page: React.ReactNode, nonce: string | undefined) {
  return new Promise<string>((resolve, reject) => {
    const stream = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(timeout)
        resolve(text(stream.pipe(new PassThrough())))
      },
      onError: reject,
      onShellError: reject,
    })
    const timeout = setTimeout(() => stream.abort(), streamTimeout + 1000)
  })
}
