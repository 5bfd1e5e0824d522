import type { ReactNode } from 'react'

import { site } from '../../../content/site.ts'
import { Logo } from '../logo.tsx'

interface AuthLayoutProps {
  title: string
  lead: string
  children: ReactNode
}

/** Layout of the pages for visitors who are not signed in: the logo, and one card on a blue background. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  return (
    <main
      id="main"
      className="flex min-h-svh flex-col items-center justify-center bg-lagoon-900 px-4 py-8"
    >
      <a
        href="/"
        className="mb-5 inline-flex min-h-11 items-center gap-3 font-display text-lg leading-tight font-bold text-white underline-offset-4 hover:underline"
      >
        <Logo className="size-11 shrink-0" /> {site.name}
      </a>
      <div className="w-full max-w-md rounded-lg bg-paper p-6 shadow-floating md:p-9">
        <h1 className="text-2xl">{title}</h1>
        <p className="mt-1 mb-6 text-muted">{lead}</p>
        {children}
        <noscript>
          <p className="mt-4 text-sm font-semibold text-danger">
            The back office needs JavaScript. Please turn it on in your browser.
          </p>
        </noscript>
      </div>
    </main>
  )
}
