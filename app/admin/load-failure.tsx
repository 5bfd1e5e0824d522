import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

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

interface LoadStateProps {
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  failure: string
  /** Size of the skeleton. */
  skeleton?: string
  /** Margin of either. */
  className?: string
}

/** The failure of a query with a retry button, or a skeleton until it has data. */
export function LoadState({ query, failure, skeleton, className }: LoadStateProps) {
  const { data, error, refetch } = query
  if (error) return <LoadFailure {...{ className, onRetry: refetch }}>{failure}</LoadFailure>
  return data === undefined ? <Skeleton className={cn(className, skeleton)} /> : null
}
