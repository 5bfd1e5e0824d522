import { type ReactNode, useState } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useMatches } from 'react-router'
import type { Route } from './+types/root.ts'
import styles from './styles/public-pages.css?inline'
import typeface from './fonts/el-messiri.woff2?url'
import formStyles from './styles/application-form.css?inline'
// oxlint-disable-next-line import/default -- Vite exports the script's URL
import enhance from './scripts/enhance.ts?worker&url'
import { I18nContext, i18nOf, useLanguage } from './lib/language.tsx'
import { handleOf, isLean } from './lib/route-handle.ts'
import { useOnServer } from './lib/server-context.ts'
import { useHydrated } from './lib/use-hydrated.ts'
import { cspNonce, requestId } from './page-context.ts'
import typefaceStyles from './styles/typeface.css?inline'

/** Media query for browsers that run scripts. */
const withScripts = '(scripting: enabled)'

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches()
  const handles = matches.map(handleOf)
  const isForm = handles.some(({ form }) => form)
  const lean = isLean(matches)
  const i18n = i18nOf(matches)
  const hydrated = handles.some(({ hydrate }) => hydrate)
  return (
    // React cannot hydrate a page that the browser has translated, and would lose the user's input.
    <html lang={i18n.language} translate={hydrated ? 'no' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Without preload, browsers load fonts before everything else. */}
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
          fetchPriority="low"
          media={lean ? withScripts : undefined}
          href={typeface}
        />
        <meta name="theme-color" content="#00323b" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Styles rules={import.meta.env.SSR ? stylesOf({ form: isForm, lean }) : ''} />
        <Links />
        {handles.some(({ scriptless }) => scriptless) ? null : (
          <script type="module" src={enhance} fetchPriority="low" />
        )}
        <Meta />
      </head>
      <body>
        <I18nContext value={i18n}>{children}</I18nContext>
        {hydrated ? <Scripts /> : null}
      </body>
    </html>
  )
}

/**
 * Inline styles: the page and its styles arrive together in the first round trip. The client bundle
 * omits the rules, because React keeps the existing element.
 */
function Styles({ rules }: { rules: string }) {
  return (
    <style
      nonce={useOnServer(cspNonce) || undefined}
      dangerouslySetInnerHTML={{ __html: rules }}
      suppressHydrationWarning
    />
  )
}

function stylesOf({ form, lean }: { form: boolean; lean: boolean }) {
  const display = lean ? `@media ${withScripts} {${typefaceStyles}}` : typefaceStyles
  return (form ? formStyles : styles) + display
}

export default function Root() {
  return (
    <>
      <Outlet />
      <Notifications />
    </>
  )
}

/**
 * Toaster of a route with `handle = { notifications: Toaster }`; other pages do not load it. It
 * stays mounted on later pages, so that a toast is still visible after a navigation.
 */
function Notifications() {
  const [wanted] = useMatches().flatMap((match) => handleOf(match).notifications ?? [])
  const [Shown, setShown] = useState(() => wanted)
  if (wanted && !Shown) setShown(() => wanted)
  return useHydrated() && Shown ? <Shown /> : null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLanguage()
  return (
    <main className="mx-auto max-w-2xl px-5 py-20">
      <h1 className="text-title">{t('Unexpected Application Error!')}</h1>
      <p className="mt-4 text-lg">{reason(error)}</p>
      <RequestId />
      <p className="mt-8">
        <a className="link" href="/">
          {t('Return to Home')}
        </a>
      </p>
    </main>
  )
}

/** Meta element with the request id of the server's log. The browser reads it from the page. */
function RequestId() {
  const { t } = useLanguage()
  const onServer = useOnServer(requestId)
  const [id] = useState(() => onServer ?? document.querySelector('#request-id')?.textContent)
  if (!id) return null
  return (
    <p className="mt-4">
      {t('If you tell us of it, please add this number:')}{' '}
      <code id="request-id" className="font-mono">
        {id}
      </code>
    </p>
  )
}

function reason(error: unknown) {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? error.message : 'Unknown error'
}
