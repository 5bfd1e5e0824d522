import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { styled } from './styled.ts'

interface FieldProps {
  /** Id of the control. The ids of its hint and error are derived from it. */
  id: string
  label: ReactNode
  /** Text beside the label of an optional field, such as '(optional)'. */
  optional?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  children: ReactNode
}

export function Field({ id, label, optional, hint, error, children }: FieldProps) {
  return (
    <div className={cn('min-w-0', error && 'border-l-4 border-danger pl-4')}>
      <Label htmlFor={id} optional={optional}>
        {label}
      </Label>
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
      <div className="mt-1.5">{children}</div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** Attributes of the control that make screen readers announce its hint and error. */
export function fieldControl({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean)
  return {
    id,
    'aria-describedby': describedBy.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

interface LabelProps {
  htmlFor: string
  optional?: string | undefined
  children: ReactNode
}

export function Label({ htmlFor, optional, children }: LabelProps) {
  return (
    <label htmlFor={htmlFor} className="block font-semibold">
      {children}
      {/* `leading-none`: the regular font would make the line taller than those of labels beside it. */}
      {optional ? (
        <span className="leading-none font-normal text-muted">{` ${optional}`}</span>
      ) : null}
    </label>
  )
}

export const Hint = styled('p', 'text-sm text-muted')

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} className="mt-1.5 text-sm font-semibold text-danger">
      {children}
    </p>
  )
}
