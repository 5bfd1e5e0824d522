import { ScreenHeader } from '../../admin/screen-header.tsx'
import { PasswordForm } from '../../admin/account/password-form.tsx'
import { SecondFactor } from '../../admin/account/second-factor.tsx'
import { SessionList } from '../../admin/account/session-list.tsx'

export const meta = () => [{ title: 'Your account · Back office' }]

export default function Account() {
  return (
    <>
      <ScreenHeader title="Your account" />
      <div className="mt-4 grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <PasswordForm />
        <SessionList />
        <SecondFactor />
      </div>
    </>
  )
}
