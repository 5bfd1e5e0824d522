import type { ReactNode } from 'react'

interface ScreenHeaderProps {
  title: ReactNode
  lead?: ReactNode
  /** Buttons beside the screen's title. */
  children?: ReactNode
}

export function ScreenHeader({ title, lead, children }: ScreenHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h1 className="text-xl">{title}</h1>
        {lead ? <p className="mt-1 text-sm text-muted">{lead}</p> : null}
      </div>
      {children ? (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">{children}</div>
      ) : null}
    </header>
  )
}
