import { setTimeout as sleep } from 'node:timers/promises'

import { codeAt, timeSlotAt } from '../../server/services/accounts/totp.ts'

const step = 30_000
const typing = 5000

/**
 * The code of an app whose clock is so many steps from ours; each is good for one use. There is time
 * left to type it: where this step is about to end, it is one of the next.
 */
export async function codeOf(secret: string, steps = 0) {
  const left = step - (Date.now() % step)
  if (left < typing) await sleep(left)
  return codeAt(secret, timeSlotAt(Date.now()) + steps)
}
