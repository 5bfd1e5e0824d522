import { useState } from 'react'
import { Link } from 'react-router'

import { api } from '../../contract/api.ts'
import { readLinkToken } from '../../contract/one-time-link.ts'
import { passwordSetting } from '../../contract/account/session.ts'
import { AuthLayout } from '../admin/account/auth-layout.tsx'
import { call } from '../api/call.ts'
import { NewPasswordField } from '../admin/account/password-field.tsx'
import { useToastForm } from '../admin/account/use-toast-form.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { metadata } from '../site/frame/metadata.ts'
import { Button } from '../ui/button.tsx'
import { Toaster } from '../ui/toaster.tsx'
import '../styles/admin.css'

export const handle = { hydrate: true, notifications: Toaster }

const title = 'Set your password'

export const meta = () =>
  metadata({
    title,
    description: 'Set the password of your account with the link that you were given.',
    path: '/set-password',
    hidden: true,
  })

/**
 * Page that a one-time link opens. The token is in the URL's fragment, because browsers do not send
 * a fragment to the server.
 */
export default function SetPassword() {
  const ready = useHydrated()
  const [done, setDone] = useState(false)
  const form = useToastForm({
    schema: passwordSetting,
    failed: 'Failed to set the password',
    send: async (answers) => {
      await call(api.auth.setPassword, { body: answers })
      setDone(true)
    },
  })
  const toSignIn = (
    <Link className="link" to="/login">
      Go to the sign-in
    </Link>
  )
  if (done) {
    return (
      <AuthLayout title="Your password is set" lead="Sign in with it from now on.">
        {toSignIn}
      </AuthLayout>
    )
  }
  if (form.fields['token']) {
    return (
      // The link may have been used by a try whose reply was lost.
      <AuthLayout
        title="This link has been used or has expired"
        lead="If you have chosen a password with it, sign in. Otherwise ask your administrator for a new link."
      >
        {toSignIn}
      </AuthLayout>
    )
  }
  const token = ready ? secret() : undefined
  if (ready && !token) {
    return (
      <AuthLayout
        title="This link is not complete"
        lead="Copy the whole link, or ask your administrator for a new one."
      >
        {null}
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={title} lead="The link that brought you here works once.">
      <form method="post" {...form.props} className="space-y-5">
        <input type="hidden" name="token" value={token ?? ''} />
        <NewPasswordField error={form.fields['password']} />
        <Button type="submit" className="w-full" size="lg" disabled={form.sending || !ready}>
          {form.sending ? 'Saving...' : 'Set password'}
        </Button>
      </form>
    </AuthLayout>
  )
}

function secret() {
  return readLinkToken(new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
}
