import { useLocation, useNavigate } from 'react-router'
import { toast } from 'sonner'

import type { User } from '../../contract/account/user.ts'
import { AuthLayout } from '../admin/account/auth-layout.tsx'
import { SignInForm } from '../admin/account/sign-in-form.tsx'
import { adoptAccount } from '../api/session.ts'
import { isStaff } from '../admin/is-staff.ts'
import { redirectWithFlash } from '../lib/redirect-with-flash.ts'
import { metadata } from '../site/frame/metadata.ts'
import { Toaster } from '../ui/toaster.tsx'
import '../styles/admin.css'

const title = 'Admin Login'
const lead = 'Sign in to access the admin dashboard'
const welcome = 'Login successful!'

export const handle = { hydrate: true, notifications: Toaster }

export const meta = () => metadata({ title, description: lead, path: '/login', hidden: true })

export default function Login() {
  const navigate = useNavigate()
  const { state } = useLocation()

  async function enter(user: User) {
    adoptAccount()
    if (!isStaff(user)) return redirectWithFlash(welcome, '/')
    toast.success(welcome)
    await navigate(cameFrom(state), { replace: true })
  }

  return (
    <AuthLayout title={title} lead={lead}>
      <SignInForm onSignedIn={enter} />
      <p className="mt-7 border-t border-line pt-5 text-sm text-muted">
        <strong className="block text-ink">Need help?</strong>
        Contact your system administrator for access credentials
      </p>
    </AuthLayout>
  )
}

/** Path of the screen that required the sign-in, or of the first one. */
function cameFrom(state: unknown) {
  const from = Object(Object(state).from)
  return typeof from.pathname === 'string' && from.pathname.startsWith('/admin')
    ? `${from.pathname}${from.search ?? ''}`
    : '/admin'
}
