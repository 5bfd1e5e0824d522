import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { type ComponentProps, useState } from 'react'

import { passwordLength } from '../../../contract/account/session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Field, fieldControl } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  name: string
  label: string
  hint?: string
  error?: string | undefined
  autoComplete: 'current-password' | 'new-password'
}

/** Password input with a button that shows or hides the text. */
export function PasswordField({ label, hint, error, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const ready = useHydrated()
  const id = props.id ?? props.name
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <Input
          required
          {...props}
          {...fieldControl({ id, hint, error })}
          type={shown ? 'text' : 'password'}
          className="pr-14"
        />
        <Button
          variant="ghost"
          size="icon"
          className="absolute inset-y-1 right-1"
          disabled={!ready}
          onClick={() => setShown(!shown)}
        >
          {/* Without an aria-label: only the input itself may have "password" as its label. */}
          <span className="sr-only">{`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}</span>
          {shown ? <EyeOffIcon aria-hidden="true" /> : <EyeIcon aria-hidden="true" />}
        </Button>
      </div>
    </Field>
  )
}

/** Input for a new password; its hint states the minimum length. */
export function NewPasswordField({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      name="password"
      label="New password"
      hint={`At least ${passwordLength.min} characters: a few words that nobody would guess are best.`}
      autoComplete="new-password"
      error={error}
    />
  )
}
