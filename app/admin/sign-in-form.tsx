import { useState, type SubmitEvent } from 'react'
import { toast } from 'sonner'

import type { User } from '../../contract/user.ts'
import { NetworkError, sentenceOf } from '../api/call.ts'
import { signIn } from '../api/session.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button } from '../ui/button.tsx'
import { Field, fieldControl } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { PasswordField } from './password-field.tsx'

interface SignInFormProps {
  /** Filled in already, for who signs in again. */
  email?: string
  onSignedIn: (user: User) => void | Promise<void>
}

export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const [busy, setBusy] = useState(false)
  const ready = useHydrated()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const credentials = { email: textOf(form, 'email'), password: textOf(form, 'password') }
    setBusy(true)
    try {
      await onSignedIn(await signIn(credentials))
    } catch (error) {
      toast.error(reason(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form method="post" className="space-y-5" onSubmit={(event) => void submit(event)}>
      <Field id="sign-in-email" label="Email">
        <Input
          {...fieldControl({ id: 'sign-in-email' })}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          required
        />
      </Field>
      <PasswordField
        id="sign-in-password"
        name="password"
        label="Password"
        autoComplete="current-password"
      />
      <Button type="submit" className="w-full" size="lg" disabled={busy || !ready}>
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  )
}

function textOf(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function reason(error: unknown) {
  if (error instanceof NetworkError) return 'Network error. Please try again.'
  return sentenceOf(error, 'Login failed')
}
