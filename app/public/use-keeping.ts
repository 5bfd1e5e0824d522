import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Keeper, KeptForm } from '../keeping/keeper.ts'
import { isAnythingKept, startWorker } from '../keeping/start.ts'

type Parts = typeof import('./kept-applications.tsx')
type Options = Omit<Parameters<Parts['keepForm']>[1], 'onKept'>

/**
 * Keeps a form on the phone. All that takes is loaded when somebody begins to fill it in, or at once
 * where there is something to put back.
 */
export function useKeeping(form: RefObject<HTMLFormElement | null>, options: Options) {
  const [keeping, setKeeping] = useState<{ parts: Parts; keeper: Keeper; kept: KeptForm }>()
  const loading = useRef<Promise<Keeper>>(undefined)

  const onShown = useEffectEvent(options.onShown)
  const start = useEffectEvent(async () => {
    const parts = await import('./kept-applications.tsx')
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
    // Where it cannot be loaded the form works all the same, until it is sent.
    const begin = () => void (loading.current ??= start()).catch(() => {})
    element.addEventListener('focusin', begin, { signal: leaving.signal })
    const begun = options.answered || element.contains(document.activeElement)
    if (begun) begin()
    else void isAnythingKept().then((anything) => anything && !leaving.signal.aborted && begin())
    startWorker().catch(() => {})
    return () => {
      leaving.abort()
      loading.current?.then((keeper) => keeper.stop()).catch(() => {})
      loading.current = undefined
    }
  }, [form, options.answered])

  return {
    /** Undefined until it has begun. */
    keeping,
    /** The keeper; rejects where it could not be loaded. */
    loaded: () => loading.current ?? Promise.reject(new Error('Nobody has touched the form')),
  }
}
