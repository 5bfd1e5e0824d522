import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const badge = cva(
  'inline-flex items-center rounded-full border px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap wrap-break-word min-w-0',
  {
    variants: {
      tone: {
        neutral: 'border-sand-300 bg-sand-100 text-ink',
        good: 'border-lagoon-700 bg-lagoon-100 text-lagoon-900',
        waiting: 'border-mango-400 bg-mango-200 text-mango-800',
        bad: 'border-coral-500 bg-coral-200 text-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

type BadgeProps = VariantProps<typeof badge> & { children: ReactNode }

export function Badge({ tone, children }: BadgeProps) {
  return <span className={badge({ tone })}>{children}</span>
}
