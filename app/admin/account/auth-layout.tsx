import type { ReactNode } from 'react'

interface AuthLayoutProps {
  title: string
  lead: string
  children: ReactNode
}

/** Layout of the pages for visitors who are not signed in: one card on a blue background. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  return (
    <main id="main" className="flex min-h-svh items-center justify-center bg-lagoon-900 px-4 py-10">
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
