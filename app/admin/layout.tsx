import { QueryClientProvider } from '@tanstack/react-query'
import { ExternalLinkIcon, LogOutIcon, MenuIcon } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Link, Navigate, NavLink, Outlet, useLocation } from 'react-router'
import { toast } from 'sonner'

import { site } from '../../content/site.ts'
import type { User } from '../../contract/account/user.ts'
import { timeZoneName } from '../../contract/time-zone.ts'
import { createQueryClient } from '../api/query-client.ts'
import { cn } from '../lib/cn.ts'
import { Button } from '../ui/button.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import '../styles/admin.css'
import { Guard } from './guard.tsx'
import { Logo } from './logo.tsx'
import { accountScreen, mayOpen, pathOf, screenGroupsOf, screensOf } from './screens.ts'

export const handle = { hydrate: true, notifications: Toaster }

export const meta = () => [
  { title: 'Back office' },
  { name: 'robots', content: 'noindex, nofollow' },
]

/** Back-office layout: access check, navigation and the screen of the current route. */
export default function AdminLayout() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <Guard>
          {(user, leave) => (
            <div className="min-h-svh bg-sand-50 print:block print:bg-white lg:grid [--above:3.5rem] lg:grid-cols-[12rem_minmax(0,1fr)] lg:[--above:0px]">
              <a
                href="#main"
                className="absolute top-2 left-2 z-50 -translate-y-20 rounded-md bg-mango-400 px-4 py-2 font-semibold text-ink focus:translate-y-0"
              >
                Skip to main content
              </a>
              <Navigation user={user} onLogout={leave} />
              <main id="main" className="min-w-0 px-4 pt-4 pb-5 md:px-6 lg:pt-3">
                <AllowedScreen user={user} />
              </main>
            </div>
          )}
        </Guard>
      </TooltipProvider>
    </QueryClientProvider>
  )
}

/** The screen of the current route. A user who may not open it gets the own first screen. */
function AllowedScreen({ user }: { user: User }) {
  const { pathname } = useLocation()
  if (mayOpen(user, pathname)) return <Outlet />
  const [first = accountScreen] = screensOf(user)
  return <Navigate to={pathOf(first)} replace />
}

/** Sidebar on wide screens; on phones, a bar with a menu button. */
function Navigation({ user, onLogout }: { user: User; onLogout: () => void }) {
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState<string>()
  // The menu is open only on the page where it was opened: a navigation closes it.
  const open = openedAt === key
  return (
    <header className="@container sticky top-0 print:hidden z-30 flex flex-wrap items-center bg-lagoon-900 text-white lg:h-svh lg:flex-col lg:flex-nowrap lg:items-stretch">
      <Link
        to="/admin"
        className="flex min-h-14 min-w-0 flex-1 items-center gap-2.5 px-4 py-2 lg:flex-none lg:px-5 lg:pt-4"
      >
        <Logo className="size-9 shrink-0" />
        {/* With large text on a phone, the logo alone leaves room for the menu button. */}
        <span className="sr-only min-w-0 leading-tight @min-[19rem]:not-sr-only lg:not-sr-only">
          <span className="block font-display text-sm font-bold">{site.name}</span>
          <span className="block text-xs text-lagoon-200 max-sm:sr-only">Back office</span>
        </span>
      </Link>
      <Button
        className="mr-2 border-white/30 bg-transparent lg:hidden"
        size="sm"
        aria-expanded={open}
        aria-controls="admin-navigation"
        onClick={() => setOpenedAt(open ? undefined : key)}
      >
        <MenuIcon aria-hidden="true" /> Menu
      </Button>
      <nav
        id="admin-navigation"
        aria-label="Back office"
        className={cn(
          'max-h-[calc(100svh-3.5rem)] w-full flex-col overflow-y-auto px-2 pb-3 lg:flex lg:max-h-none lg:min-h-0 lg:flex-1',
          open ? 'flex' : 'hidden',
        )}
      >
        {screenGroupsOf(user).map(({ name, screens }) => (
          <Fragment key={name}>
            <p id={`group-${name}`} className={groupName}>
              {name}
            </p>
            <ul
              aria-labelledby={`group-${name}`}
              className="max-lg:grid max-lg:grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))]"
            >
              {screens.map((screen) => (
                <li key={screen.path}>
                  <NavLink to={pathOf(screen)} end={!screen.path} className={screenLink}>
                    <screen.icon aria-hidden="true" className="size-5 shrink-0" />
                    <span className="min-w-0 leading-tight wrap-anywhere">
                      {screen.name}
                      {screen === accountScreen ? (
                        <span className="line-clamp-2 text-xs font-normal"> {user.name}</span>
                      ) : null}
                    </span>
                  </NavLink>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
        <div className="mt-3 flex border-t border-white/20 pt-2 max-lg:flex-wrap max-lg:*:flex-[1_1_9rem] lg:mt-auto lg:flex-col">
          <a href="/" target="_blank" rel="noopener" className={entry}>
            <ExternalLinkIcon aria-hidden="true" className="size-5 shrink-0" /> View site
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          <button
            type="button"
            className={entry}
            onClick={() => {
              onLogout()
              toast.success('Logged out successfully')
            }}
          >
            <LogOutIcon aria-hidden="true" className="size-5 shrink-0" /> Logout
          </button>
          <p className="px-3 pt-1 text-xs text-lagoon-200">Times are in {timeZoneName}</p>
        </div>
      </nav>
    </header>
  )
}

const groupName = 'mt-2.5 px-3 text-xs text-lagoon-200 first:mt-1'

const entryBox =
  'flex min-h-8.5 items-center gap-2.5 rounded-md px-3 py-1 text-sm font-semibold max-lg:min-h-11'

const entry = `${entryBox} hover:bg-lagoon-700`

function screenLink({ isActive }: { isActive: boolean }) {
  return isActive ? `${entryBox} bg-white text-lagoon-900 forced-colors:underline` : entry
}
