import type { APIRequestContext } from '@playwright/test'

import { api } from './support.ts'

/** An administrator of the test's own, whose password and sessions nobody else minds. */
export async function newAdministrator(request: APIRequestContext, who: string) {
  const call = await api(request)
  const account = { email: `${who}@example.org`, password: `eleven dhows for ${who}` }
  const { _id } = await call('POST', '/admin/users', {
    name: `Admin ${who}`,
    email: account.email,
    role: 'admin',
  })
  const { url } = await call('POST', `/admin/users/${_id}/password-link`)
  await call('POST', '/auth/password', {
    token: url.split('token=')[1],
    password: account.password,
  })
  return account
}
