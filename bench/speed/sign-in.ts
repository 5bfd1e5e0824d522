import { administrator } from '../../tests/support/server.ts'
import { hashPassword } from '../../server/services/accounts/passwords.ts'
import { signIn as ask } from '../http-client.ts'
import { Times } from '../timing.ts'
import { serverWith } from './engines.ts'
import { quantity, type Measure } from './figure.ts'

/** A sign-in with all rate limits, against the one password hash that it needs. */
export const signIn: Measure = async (setting) => {
  const server = await serverWith('sqlite', setting, 0, { RATE_LIMIT: 'on' })
  const [whole, hash] = [new Times(), new Times()]
  try {
    for (let round = 0; round < (setting.quick ? 40 : 200); round++) {
      await whole.add(() => ask(server.url))
      await hash.add(() => hashPassword(administrator.password))
    }
  } finally {
    await server.close()
  }
  return [
    {
      what: 'sign-in, median',
      measured: `${quantity(whole.median)} ms`,
      limit: `${quantity(hash.median)} ms: one Argon2id hash`,
      value: whole.median / hash.median,
      target: 'sign-in',
    },
  ]
}
