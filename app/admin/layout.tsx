import { QueryClientProvider } from '@tanstack/react-query'
import { CircleUserIcon, LogOutIcon, MenuIcon } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Navigate, NavLink, Outlet, useLocation } from 'react-router'
import { toast } from 'sonner'

import type { User } from '../../contract/account/user.ts'
import { createQueryClient } from '../api/query-client.ts'
import { cn } from '../lib/cn.ts'
import { Button } from '../ui/button.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { Tooltip, TooltipProvider } from '../ui/tooltip.tsx'
import '../styles/admin.css'
import { Guard } from './guard.tsx'
import { accountPath, mayOpen, pathOf, screensOf } from './screens.ts'

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
  const [first] = screensOf(user)
  return <Navigate to={first ? pathOf(first) : accountPath} replace />
}

/** Sidebar on wide screens; on phones, a bar with a menu button. */
function Navigation({ user, onLogout }: { user: User; onLogout: () => void }) {
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState<string>()
  // The menu is open only on the page where it was opened: a navigation closes it.
  const open = openedAt === key
  return (
    <header className="sticky top-0 print:hidden z-30 flex flex-wrap items-center bg-lagoon-900 text-white lg:h-svh lg:flex-col lg:flex-nowrap lg:items-stretch">
      <a
        href="/"
        className="flex min-h-14 flex-1 items-center px-4 font-display text-lg font-bold lg:flex-none lg:px-5 lg:py-5"
      >
        Back office
      </a>
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
          'w-full flex-col px-2 pb-4 lg:flex lg:min-h-0 lg:flex-1 lg:overflow-y-auto',
          open ? 'flex' : 'hidden',
        )}
      >
        <ul className="space-y-1">
          {screensOf(user).map((screen) => (
            <li key={screen.path}>
              <NavLink to={pathOf(screen)} end={!screen.path} className={screenLink}>
                <screen.icon aria-hidden="true" className="size-5" /> {screen.name}
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="mt-4 border-t border-white/20 pt-4 lg:mt-auto">
          <Tooltip text="Your account">
            <AccountLink name={user.name} />
          </Tooltip>
          <Button
            className="mt-1 w-full justify-start gap-2.5 border-transparent bg-transparent hover:bg-lagoon-700"
            size="sm"
            onClick={() => {
              onLogout()
              toast.success('Logged out successfully')
            }}
          >
            <LogOutIcon aria-hidden="true" className="-ml-0.5 size-5!" /> Logout
          </Button>
        </div>
      </nav>
    </header>
  )
}

/** Spreads its props on the link, because the surrounding tooltip sets some. */
function AccountLink({
  name,
  ...props
}: Omit<ComponentProps<'a'>, 'className'> & { name: string }) {
  return (
    <NavLink {...props} to={accountPath} className={screenLink}>
      <CircleUserIcon aria-hidden="true" className="size-5 shrink-0" />
      <span className="line-clamp-2 leading-tight wrap-anywhere">{name}</span>
      <span className="sr-only">: your account</span>
    </NavLink>
  )
}

function screenLink({ isActive }: { isActive: boolean }) {
  return cn(
    'flex min-h-10 items-center gap-2.5 rounded-md px-3 text-sm font-semibold max-lg:min-h-11',
    isActive ? 'bg-white text-lagoon-900 forced-colors:underline' : 'hover:bg-lagoon-700',
  )
}
