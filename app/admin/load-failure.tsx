import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'

interface Props {
  children: ReactNode
  className?: string
  /** Reloads the data. Omit it if a retry cannot succeed. */
  onRetry?: (() => unknown) | undefined
}

export function LoadFailure({ children, className, onRetry }: Props) {
  return (
    <Alert
      role="alert"
      className={cn('flex flex-wrap items-center justify-between gap-3', className)}
    >
      {children}
      {onRetry ? (
        <Button variant="outline" size="sm" onClick={() => void onRetry()}>
          Try again
        </Button>
      ) : null}
    </Alert>
  )
}
