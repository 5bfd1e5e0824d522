import type { ReactNode } from 'react'

interface ScreenHeaderProps {
  title: ReactNode
  lead?: ReactNode
  /** A few words beside the title. */
  note?: ReactNode
  /** Buttons beside the screen's title. */
  children?: ReactNode
}

export function ScreenHeader({ title, lead, note, children }: ScreenHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-xl">{title}</h1>
          {note}
        </div>
        {lead ? <p className="mt-1 text-sm text-muted">{lead}</p> : null}
      </div>
      {children ? (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">{children}</div>
      ) : null}
    </header>
  )
}
