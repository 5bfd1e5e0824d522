import { setTimeout as sleep } from 'node:timers/promises'

import { codeAt, timeSlotAt } from '../../server/services/accounts/totp.ts'

const step = 30_000
const typing = 5000

/**
 * The code of an authenticator app whose clock differs by `steps` of 30 seconds. Each code works
 * once. If the current 30 seconds end soon, it waits for the next, so that the test has time to type.
 */
export async function codeOf(secret: string, steps = 0) {
  const left = () => step - (Date.now() % step)
  // A timer may end a millisecond early.
  while (left() < typing) await sleep(left())
  return codeAt(secret, timeSlotAt(Date.now()) + steps)
}
