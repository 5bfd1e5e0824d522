import type { APIRequestContext } from '@playwright/test'

import { api } from './support.ts'

/** A separate account whose password and sessions no other test uses. */
export async function newAccount(
  request: APIRequestContext,
  who: string,
  role: 'admin' | 'editor' | 'user' = 'admin',
) {
  const call = await api(request)
  const name = `Account of ${who}`
  const account = { email: `${who}@example.org`, password: `eleven dhows for ${who}` }
  const { _id } = await call('POST', '/admin/users', { name, email: account.email, role })
  const { url } = await call('POST', `/admin/users/${_id}/password-link`)
  await call('POST', '/auth/password', {
    token: url.split('token=')[1],
    password: account.password,
  })
  return { ...account, _id, name }
}
