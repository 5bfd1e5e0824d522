import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

/** Style of a button, also for links: `<ExternalLink className={buttonStyle({ variant: 'accent' })}>`. */
export const buttonStyle = cva(
  'inline-flex min-w-11 items-center justify-center gap-2 rounded-md border-2 text-center font-semibold no-underline transition-colors duration-150 disabled:cursor-default disabled:opacity-60 aria-disabled:cursor-default [&_svg]:size-[1.2em] [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-lagoon-800 bg-lagoon-800 text-white hover:bg-lagoon-900',
        accent: 'border-mango-400 bg-mango-400 text-ink hover:border-mango-200 hover:bg-mango-200',
        outline: 'border-lagoon-800 bg-transparent text-lagoon-900 hover:bg-lagoon-100',
        ghost: 'border-transparent bg-transparent text-lagoon-900 hover:bg-lagoon-100',
        inert: 'border-dashed border-current bg-transparent',
        danger: 'border-danger bg-danger text-white hover:bg-ink hover:border-ink',
      },
      size: {
        sm: 'min-h-9 px-3 text-sm wrap-anywhere max-lg:min-h-11 sm:whitespace-nowrap',
        md: 'min-h-11 px-gutter py-1.5 wrap-anywhere',
        lg: 'min-h-13 px-[min(1.75rem,8vw)] py-2 text-lg wrap-anywhere',
        icon: 'size-10 min-w-10 max-lg:size-11',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyle> {
  /** Ignores clicks and keeps the focus, which a disabled button loses. */
  isBusy?: boolean
}

export function Button({
  variant,
  size,
  className,
  type = 'button',
  isBusy,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonStyle({ variant, size, className })}
      {...props}
      {...(isBusy && { 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
    />
  )
}

type LinkButtonProps = Parameters<typeof buttonStyle>[0] & { name: string; href: string }

export function LinkButton({ name, href, ...style }: LinkButtonProps) {
  return (
    <a href={href} className={buttonStyle(style)}>
      {name}
    </a>
  )
}
