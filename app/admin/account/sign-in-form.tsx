import { useEffect, useRef, useState, type ComponentProps, type SubmitEvent } from 'react'
import { toast } from 'sonner'

import type { Credentials } from '../../../contract/account/session.ts'
import type { User } from '../../../contract/account/user.ts'
import { ApiError, NetworkError, sentenceOf } from '../../api/call.ts'
import { signIn } from '../../api/session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, fieldControl } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'

interface SignInFormProps {
  /** Initial value of the e-mail field, for a user whose session has ended. */
  email?: string
  onSignedIn: (user: User) => void | Promise<void>
}

/** Asks for e-mail and password, then, if the account has a second factor, for the code. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const [busy, setBusy] = useState(false)
  const [checked, setChecked] = useState<Credentials>()
  const [failure, setFailure] = useState<string>()
  const ready = useHydrated()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const credentials: Credentials = checked
      ? { ...checked, code: textOf(typed, 'code') }
      : { email: textOf(typed, 'email'), password: textOf(typed, 'password') }
    setBusy(true)
    setFailure(undefined)
    try {
      await onSignedIn(await signIn(credentials))
    } catch (error) {
      if (!checked && error instanceof ApiError && error.secondFactor) setChecked(credentials)
      else {
        toast.error(reason(error))
        setFailure(reason(error))
        selectSecret(form)
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <form method="post" className="space-y-5" onSubmit={(event) => void submit(event)}>
      {failure ? <Alert role="alert">{failure}</Alert> : null}
      {checked ? <CodeStep /> : <PasswordStep email={email} />}
      <Button type="submit" className="w-full" size="lg" disabled={busy || !ready}>
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
      {checked ? (
        <Button
          variant="ghost"
          className="w-full"
          onClick={() => {
            setChecked(undefined)
            setFailure(undefined)
          }}
        >
          Back
        </Button>
      ) : null}
    </form>
  )
}

function PasswordStep({ email }: Pick<SignInFormProps, 'email'>) {
  return (
    <>
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
    </>
  )
}

function CodeStep() {
  const [lost, setLost] = useState(false)
  return (
    <div className="space-y-3">
      {lost ? (
        <FocusedCode key="lost" label="Recovery code" hint="One that you have not used yet." />
      ) : (
        <FocusedCode key="app" hint="6 digits from your authenticator app." digits />
      )}
      <Button variant="ghost" size="sm" onClick={() => setLost(!lost)}>
        {lost ? 'Use the authenticator app' : 'Use a recovery code'}
      </Button>
    </div>
  )
}

/** Code field that takes the focus as soon as it is shown. */
function FocusedCode(props: ComponentProps<typeof CodeField>) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return <CodeField {...props} ref={input} />
}

/** Focuses the password or code and marks it, so that typing replaces it and Enter tries again. */
function selectSecret(form: HTMLFormElement) {
  const secret = form.querySelector<HTMLInputElement>('[name=code], [name=password]')
  secret?.focus()
  secret?.select()
}

function textOf(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function reason(error: unknown) {
  if (error instanceof NetworkError) return 'Network error. Please try again.'
  return sentenceOf(error, 'Login failed')
}
