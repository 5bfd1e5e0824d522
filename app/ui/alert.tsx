import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

const alert = cva('rounded-md border-2 border-l-8 bg-white p-4 md:p-5', {
  variants: {
    tone: {
      danger: 'border-danger',
      info: 'border-lagoon-700',
      notice: 'border-mango-400',
    },
  },
  defaultVariants: { tone: 'danger' },
})

/** Banner. If it appears while the page is open, add `role="alert"`. */
export function Alert({
  tone,
  className,
  ...props
}: ComponentProps<'div'> & VariantProps<typeof alert>) {
  return <div className={alert({ tone, className })} {...props} />
}
