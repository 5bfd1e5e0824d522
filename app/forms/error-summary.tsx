import { type MouseEvent, useEffect, useRef } from 'react'
import { useLanguage } from '../lib/language.tsx'
import { Alert } from '../ui/alert.tsx'
import type { FormErrors } from './use-form.ts'

interface Props {
  refusal: FormErrors | null
  /** The names of the fields in the words of their labels, in the order of the form. */
  labels: Record<string, string>
}

/** The banner at the top of a form: what went wrong, and a link to each field concerned. It takes focus when it is new; one that the server rendered took it as the page opened. */
export function ErrorSummary({ refusal, labels }: Props) {
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
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was loaded to show just this
    <Alert ref={banner} role="alert" tabIndex={-1} autoFocus>
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

/** Leads to the element that a link names, and gives it the focus. */
export function toField(event: MouseEvent<HTMLAnchorElement>) {
  const control = document.getElementById(event.currentTarget.hash.slice(1))
  if (!control) return
  event.preventDefault()
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}
