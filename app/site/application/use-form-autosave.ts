import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Keeper, KeptForm } from '../../offline/form-autosave.ts'
import { isAnythingKept, startWorker } from '../../offline/register-worker.ts'
import { notedAnswers } from '../../lib/draft-status.ts'

type Parts = typeof import('./saved-applications.tsx')
type Options = Omit<Parameters<Parts['keepForm']>[1], 'onKept'>

/**
 * Keeps a form on the phone. All that takes is loaded when somebody begins to fill it in, or at once
 * where there is something to put back.
 */
export function useKeeping(form: RefObject<HTMLFormElement | null>, options: Options) {
  const [keeping, setKeeping] = useState<{ parts: Parts; keeper: Keeper; kept: KeptForm }>()
  const loader = useRef<() => Promise<Keeper>>(undefined)

  const onShown = useEffectEvent(options.onShown)
  const start = useEffectEvent(async () => {
    const parts = await import('./saved-applications.tsx')
    if (!form.current) throw new Error('The form has gone')
    const keeper: Keeper = parts.keepForm(form.current, {
      ...options,
      onShown: (...shown) => onShown(...shown),
      onKept: (kept) => setKeeping({ parts, keeper, kept }),
    })
    return keeper
  })

  useEffect(() => {
    const element = form.current
    if (!element) return undefined
    const leaving = new AbortController()
    let loading: Promise<Keeper> | undefined
    const load = () => (loading ??= start())
    loader.current = load
    // Where it cannot be loaded the form works all the same.
    const begin = () => void load().catch(() => {})
    element.addEventListener('focusin', begin, { signal: leaving.signal })
    const received = notedAnswers() === 'received'
    const begun = options.answered || received || element.contains(document.activeElement)
    if (begun) begin()
    else void isAnythingKept().then((anything) => anything && !leaving.signal.aborted && begin())
    startWorker().catch(() => {})
    return () => {
      leaving.abort()
      loading?.then((keeper) => keeper.stop()).catch(() => {})
      loader.current = undefined
    }
  }, [form, options.answered])

  return {
    /** Undefined until it has begun. */
    keeping,
    /** The keeper; rejects where it could not be loaded, which browsers do not try again. */
    loaded: () => loader.current?.() ?? Promise.reject(new Error('The form has gone')),
  }
}
