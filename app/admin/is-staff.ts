import { rolesWith } from '../../contract/endpoint.ts'
import type { User } from '../../contract/account/user.ts'

/** Whether a user may enter the back office. The API checks each call again. */
export function isStaff({ role }: Pick<User, 'role'>) {
  return rolesWith.editor.some((allowed) => allowed === role)
}
