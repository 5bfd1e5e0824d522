import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { noticePlaceholder } from '../../../contract/constants.ts'
import { Footer } from './footer.tsx'
import { useLanguage } from '../../lib/language.tsx'
import { readTexts } from '../../page-context.ts'
import { ContactContext } from '../contact.ts'
import type { Route } from './+types/layout.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { NavBar } from './nav-bar.tsx'

/**
 * Frame of every public page. Only the server renders it, so the admin needs no code for it. After a
 * client-side navigation from the admin, the browser loads the page from the server.
 */
export default import.meta.env.SSR ? PublicLayout : Reload

export const loader = async ({ context }: Pick<Route.LoaderArgs, 'context'>) => ({
  contact: await readTexts(context, 'contact'),
})

/** Each page adds its own `<main id="main">`. */
function PublicLayout({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { tServer } = useLanguage()
  return (
    <ContactContext value={loaderData.contact}>
      <a
        href="#main"
        className="absolute bottom-full left-2 z-50 rounded-md bg-mango-400 px-4 py-2 font-semibold text-ink focus:top-2 focus:bottom-auto"
      >
        {tServer('Skip to main content')}
      </a>
      <div className="contents" dangerouslySetInnerHTML={{ __html: noticePlaceholder }} />
      <NavBar />
      <LanguageSwitch />
      <Outlet />
      <Footer />
    </ContactContext>
  )
}

function Reload() {
  useEffect(() => location.reload(), [])
  return null
}
