import type { Ref } from 'react'

import { Field, fieldControl } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

interface CodeFieldProps {
  label?: string
  hint: string
  error?: string | undefined
  /** True if the code has digits only: phones then show a number keyboard. */
  digits?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Input for a code of the authenticator app or for a recovery code. */
export function CodeField({ label = 'Code', hint, error, digits, ref }: CodeFieldProps) {
  const id = 'second-factor-code'
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Input
        {...fieldControl({ id, hint, error })}
        ref={ref}
        name="code"
        className="font-mono"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={digits ? 'numeric' : 'text'}
        required
      />
    </Field>
  )
}
