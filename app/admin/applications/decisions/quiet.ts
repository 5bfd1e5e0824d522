import { useState } from 'react'
import { toast } from 'sonner'

import type { Application } from '../../../../contract/application/application.ts'
import type { Decision } from '../../../../contract/application/decision.ts'
import { trySessionStorage } from '../../../lib/session-storage.ts'

const key = 'decide-quietly'

/** The switch "Plan answers, send later", which the browser keeps until the end of its session. */
export function useQuiet() {
  const [isQuiet, setQuiet] = useState(
    () => trySessionStorage((storage) => storage.getItem(key)) === 'true',
  )
  function set(on: boolean) {
    setQuiet(on)
    trySessionStorage((storage) => storage.setItem(key, String(on)))
  }
  return [isQuiet, set] as const
}

/** A planned decision in place of one that tells the applicant at once. Others stay as they are. */
export function quietly(decision: Decision): Decision {
  const { is_accepted, decline, waiting } = decision
  if (is_accepted) return { planned: { is_accepted } }
  if (decline) return { planned: { decline } }
  return waiting ? { planned: { waiting } } : decision
}

/** Taking off the waiting list tells the applicant at once: it is refused while deciding quietly. */
export function refuseTakeOff(isQuiet: boolean, { waiting }: Decision) {
  if (!isQuiet || waiting !== false) return false
  toast.error(
    'Taking off the waiting list cannot be planned. Turn off “Plan answers, send later” for it.',
  )
  return true
}

/** Whether an application can be on the waiting list of its intake. */
export function canWait({ intake, department, is_accepted, is_archived }: Application) {
  return intake !== null && department !== null && !is_accepted && !is_archived
}

/** Puts applications on the waiting list, or takes them off if all of them wait. */
export function waitingDecision(applications: readonly Application[]): Decision {
  return { waiting: !applications.every(({ waiting }) => waiting) }
}
