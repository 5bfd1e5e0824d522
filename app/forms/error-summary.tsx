import { type MouseEvent, useEffect, useRef } from 'react'
import { useLanguage } from '../lib/language.tsx'
import { Alert } from '../ui/alert.tsx'
import type { FormErrors } from './use-form.ts'

interface Props {
  refusal: FormErrors | null
  /** Labels of the fields, in the order of the form. */
  labels: Record<string, string>
  className?: string
}

/**
 * Banner at the top of a form: the error, and a link to each invalid field. A new banner gets the
 * focus. `autoFocus` gives it the focus if the server rendered it.
 */
export function ErrorSummary({ refusal, labels, className }: Props) {
  const { message } = useLanguage()
  const banner = useRef<HTMLDivElement>(null)
  const rendered = useRef(refusal)
  useEffect(() => {
    if (refusal === rendered.current) return
    banner.current?.scrollIntoView()
    banner.current?.focus({ preventScroll: true })
  }, [refusal])
  if (!refusal) return null

  const names = Object.keys(labels).filter((name) => refusal.fields[name])
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was loaded to show this error
    <Alert ref={banner} role="alert" tabIndex={-1} autoFocus className={className}>
      <p className="text-lg font-semibold text-danger">{message(refusal.message)}</p>
      {names.length > 0 ? (
        <ul className="mt-2 space-y-1.5">
          {names.map((name) => (
            <li key={name}>
              <a className="link text-danger" href={`#${name}`} onClick={toField}>
                {labels[name]}: {message(refusal.fields[name] ?? '')}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  )
}

/** Scrolls to the field of a link and focuses the field. */
export function toField(event: MouseEvent<HTMLAnchorElement>) {
  const control = document.getElementById(event.currentTarget.hash.slice(1))
  if (!control) return
  event.preventDefault()
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}
