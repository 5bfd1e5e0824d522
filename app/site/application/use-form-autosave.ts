import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { getDraftStatus } from '../../lib/draft-status.ts'
import type { AutosaveStatus, FormAutosave } from '../../offline/form-autosave.ts'
import { hasSavedApplications, registerWorker } from '../../offline/register-worker.ts'

type Views = typeof import('./saved-application-cards.tsx') & typeof import('./autosave-notice.tsx')
type Options = Omit<ConstructorParameters<typeof FormAutosave>[1], 'onStatus'>

interface Autosave {
  views: Views
  controller: FormAutosave
  status: AutosaveStatus
}

/**
 * Autosave of a form. Its code is loaded on the first focus or input in the form. If there may be a saved
 * application, the code is loaded at once.
 */
export function useFormAutosave(form: RefObject<HTMLFormElement | null>, options: Options) {
  const [autosave, setAutosave] = useState<Autosave>()
  const loader = useRef<() => Promise<FormAutosave>>(undefined)

  const onShown = useEffectEvent(options.onShown)
  const start = useEffectEvent(async () => {
    const [module, cards, notice] = await Promise.all([
      import('../../offline/form-autosave.ts'),
      import('./saved-application-cards.tsx'),
      import('./autosave-notice.tsx'),
    ])
    if (!form.current) throw new Error('The form was unmounted')
    const views = { ...cards, ...notice }
    const controller: FormAutosave = new module.FormAutosave(form.current, {
      ...options,
      onShown: (...shown) => onShown(...shown),
      onStatus: (status) => {
        keepInPlace(form, () => flushSync(() => setAutosave({ views, controller, status })))
      },
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
    // Password managers fill in fields without a focus.
    for (const kind of ['focusin', 'input']) {
      element.addEventListener(kind, begin, { signal: unmount.signal })
    }
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

/**
 * Cards above the form appear and go, and files in it. What a finger may be about to touch stays at its
 * place on the screen: the button at the end of the form while it is seen and nobody types, or else the
 * form. `render` is synchronous: a scroll in between would be undone.
 */
function keepInPlace({ current: form }: RefObject<HTMLFormElement | null>, render: () => void) {
  const isTyping = document.activeElement?.matches('input, textarea, select')
  const button = isTyping ? null : form?.querySelector('#to-check')
  const top = button ? topOf(button) : undefined
  const isSeen = top !== undefined && top > 0 && top < innerHeight
  const element = isSeen ? button : form
  const before = element ? topOf(element) : undefined
  render()
  const after = element ? topOf(element) : undefined
  if (before === undefined || after === undefined || before > innerHeight) return
  if (after !== before) scrollBy(0, after - before)
}

/** The distance from the top of the screen, in px; undefined for a hidden element. */
function topOf(element: Element) {
  return element.getClientRects()[0]?.top
}
