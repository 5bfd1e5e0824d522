import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { getDraftStatus } from '../../lib/draft-status.ts'
import type { AutosaveStatus, FormAutosave } from '../../offline/form-autosave.ts'
import { hasSavedApplications, registerWorker } from '../../offline/register-worker.ts'

type Parts = typeof import('./saved-applications.tsx')
type Options = Omit<ConstructorParameters<typeof FormAutosave>[1], 'onStatus'>

interface Autosave {
  parts: Parts
  controller: FormAutosave
  status: AutosaveStatus
}

/**
 * Autosave of a form. Its code is loaded on the first focus in the form. If there may be a saved
 * application, the code is loaded at once.
 */
export function useFormAutosave(form: RefObject<HTMLFormElement | null>, options: Options) {
  const [autosave, setAutosave] = useState<Autosave>()
  const loader = useRef<() => Promise<FormAutosave>>(undefined)

  const onShown = useEffectEvent(options.onShown)
  const start = useEffectEvent(async () => {
    const parts = await import('./saved-applications.tsx')
    if (!form.current) throw new Error('The form was unmounted')
    const controller: FormAutosave = new parts.FormAutosave(form.current, {
      ...options,
      onShown: (...shown) => onShown(...shown),
      onStatus: (status) => setAutosave({ parts, controller, status }),
    })
    return controller
  })

  useEffect(() => {
    const element = form.current
    if (!element) return undefined
    const unmount = new AbortController()
    let loading: Promise<FormAutosave> | undefined
    const load = () => (loading ??= start())
    loader.current = load
    // A failure is ignored: the form also works without autosave.
    const begin = () => void load().catch(() => {})
    element.addEventListener('focusin', begin, { signal: unmount.signal })
    const wasReceived = getDraftStatus() === 'received'
    if (options.answered || wasReceived || element.contains(document.activeElement)) begin()
    else void hasSavedApplications().then((has) => has && !unmount.signal.aborted && begin())
    registerWorker().catch(() => {})
    return () => {
      unmount.abort()
      loading?.then((controller) => controller.stop()).catch(() => {})
      loader.current = undefined
    }
  }, [form, options.answered])

  return {
    /** Undefined until the autosave code is loaded. */
    autosave,
    /** Rejects if the code cannot be loaded: browsers do not load a failed script again. */
    load: () => loader.current?.() ?? Promise.reject(new Error('The form was unmounted')),
  }
}
