import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toast } from 'sonner'

import { NetworkError } from '../api/call.ts'
import { signIn } from '../api/session.ts'
import { leaveWith } from '../lib/leave.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button } from '../ui/button.tsx'
import { Field, fieldControl } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Toaster } from '../ui/toaster.tsx'
import '../admin.css'

const welcome = 'Login successful!'

export const handle = { hydrate: true, notifications: Toaster }

export const meta = () => [{ title: 'Admin Login' }, { name: 'robots', content: 'noindex' }]

export default function Login() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const [busy, setBusy] = useState(false)
  const ready = useHydrated()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const credentials = { email: textOf(form, 'email'), password: textOf(form, 'password') }
    setBusy(true)
    try {
      const { role } = await signIn(credentials)
      if (role !== 'admin') return leaveWith(welcome, '/')
      toast.success(welcome)
      await navigate(cameFrom(state), { replace: true })
    } catch (error) {
      toast.error(reason(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <main id="main" className="flex min-h-svh items-center justify-center bg-lagoon-900 px-4 py-10">
      <div className="w-full max-w-md rounded-lg bg-paper p-6 shadow-floating md:p-9">
        <h1 className="text-2xl">Admin Login</h1>
        <p className="mt-1 text-muted">Sign in to access the admin dashboard</p>
        <form method="post" className="mt-6 space-y-5" onSubmit={(event) => void submit(event)}>
          <Field id="email" label="Email">
            <Input
              {...fieldControl({ id: 'email' })}
              name="email"
              type="email"
              autoComplete="username"
              required
            />
          </Field>
          <Password />
          <Button type="submit" className="w-full" size="lg" disabled={busy || !ready}>
            {busy ? 'Signing in...' : 'Sign in'}
          </Button>
        </form>
        <p className="mt-7 border-t border-line pt-5 text-sm text-muted">
          <strong className="block text-ink">Need help?</strong>
          Contact your system administrator for access credentials
        </p>
        <noscript>
          <p className="mt-4 text-sm font-semibold text-danger">
            The back office needs JavaScript. Please turn it on in your browser.
          </p>
        </noscript>
      </div>
    </main>
  )
}

function Password() {
  const [shown, setShown] = useState(false)
  return (
    <Field id="password" label="Password">
      <div className="relative">
        <Input
          {...fieldControl({ id: 'password' })}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          className="pr-14"
          required
        />
        <Button
          variant="ghost"
          size="icon"
          className="absolute inset-y-1 right-1"
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon aria-hidden="true" /> : <EyeIcon aria-hidden="true" />}
        </Button>
      </div>
    </Field>
  )
}

function textOf(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The screen that asked for the sign-in, else the dashboard. */
function cameFrom(state: unknown) {
  const from = Object(Object(state).from)
  return typeof from.pathname === 'string' && from.pathname.startsWith('/admin')
    ? `${from.pathname}${from.search ?? ''}`
    : '/admin'
}

function reason(error: unknown) {
  if (error instanceof NetworkError) return 'Network error. Please try again.'
  return (error instanceof Error && error.message) || 'Login failed'
}
