import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from 'sonner'

import { passwordChange } from '../../../contract/account/session.ts'
import { changePassword } from '../../api/session.ts'
import { NewPasswordField, PasswordField } from './password-field.tsx'
import { useToastForm } from './use-toast-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** Form in which users change their own password. */
export function PasswordForm() {
  const queryClient = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const form = useToastForm({
    schema: passwordChange,
    failed: 'Failed to change the password',
    send: async (answers) => {
      await changePassword(answers)
      element.current?.reset()
      toast.success('Password changed. All other sessions have ended.')
      await queryClient.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <Card className="p-5">
      <h2 className="text-xl">Change your password</h2>
      <form {...form.props} ref={element} className="mt-4 space-y-4">
        <PasswordField
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
          error={form.fields['currentPassword']}
        />
        <NewPasswordField error={form.fields['password']} />
        <Button type="submit" isBusy={form.sending}>
          {form.sending ? 'Saving...' : 'Change password'}
        </Button>
      </form>
    </Card>
  )
}
