import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet } from 'react-router'
import { noticePlaceholder } from '../../../contract/constants.ts'
import { Footer } from './footer.tsx'
import { useLanguage } from '../../lib/language.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { NavBar } from './nav-bar.tsx'

/** Frame of every public page. Each page adds its own `<main id="main">`. */
export default function PublicLayout() {
  return (
    <>
      <Static>
        {import.meta.env.SSR ? (
          <>
            <SkipLink />
            <div className="contents" dangerouslySetInnerHTML={{ __html: noticePlaceholder }} />
            <NavBar />
          </>
        ) : null}
      </Static>
      <LanguageSwitch />
      <Outlet />
      <Static>{import.meta.env.SSR ? <Footer /> : null}</Static>
    </>
  )
}

function SkipLink() {
  const { tServer } = useLanguage()
  return (
    <a
      href="#main"
      className="absolute -top-20 left-2 z-50 rounded-md bg-mango-400 px-4 py-2 font-semibold text-ink focus:top-2"
    >
      {tServer('Skip to main content')}
    </a>
  )
}

/**
 * Static HTML: the server renders it and React does not hydrate it. Phones need no code for these
 * parts. A client-side navigation from the admin has no such HTML, so it reloads the page.
 */
const Static = import.meta.env.SSR ? Rendered : Kept

function Rendered({ children }: { children: ReactNode }) {
  return <div className="contents">{children}</div>
}

function Kept() {
  const kept = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!kept.current?.firstChild) location.reload()
  }, [])
  return (
    <div
      ref={kept}
      className="contents"
      dangerouslySetInnerHTML={asRendered}
      suppressHydrationWarning
    />
  )
}

const asRendered = { __html: '' }
