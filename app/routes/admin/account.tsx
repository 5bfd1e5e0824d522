import { ScreenHeader } from '../../admin/screen-header.tsx'
import { PasswordForm } from '../../admin/account/password-form.tsx'
import { SecondFactor } from '../../admin/account/second-factor.tsx'
import { SessionList } from '../../admin/account/session-list.tsx'

export const meta = () => [{ title: 'Your account · Back office' }]

export default function Account() {
  return (
    <>
      <ScreenHeader title="Your account" />
      <div className="@container mt-4">
        <div className="grid grid-cols-1 items-start gap-6 @4xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <div className="space-y-6">
            <PasswordForm />
            <SecondFactor />
          </div>
          <SessionList />
        </div>
      </div>
      <p className="mt-6 text-sm text-muted">Version {import.meta.env['VITE_VERSION']}</p>
    </>
  )
}
