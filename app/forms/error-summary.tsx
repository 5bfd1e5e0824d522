import { type MouseEvent, useEffect, useRef } from 'react'
import type { ErrorMessage } from '../../contract/language/translate.ts'
import { useLanguage } from '../lib/language.tsx'
import { Alert } from '../ui/alert.tsx'
import type { FormErrors } from './use-form.ts'

interface Props {
  refusal: FormErrors | null
  /** Labels of the fields, in the order of the form. */
  labels: Record<string, string>
  /** Replaces the message of a field by what to do. The banner then begins with the number of errors. */
  advise?: (name: string, message: ErrorMessage) => ErrorMessage
  className?: string
}

/**
 * Banner at the top of a form: the error, and a link to each invalid field. A new banner gets the
 * focus. `autoFocus` gives it the focus if the server rendered it.
 */
export function ErrorSummary({ refusal, labels, advise, className }: Props) {
  const { t, message } = useLanguage()
  const banner = useRef<HTMLDivElement>(null)
  const rendered = useRef(refusal)
  useEffect(() => {
    if (refusal === rendered.current) return
    banner.current?.scrollIntoView()
    banner.current?.focus({ preventScroll: true })
  }, [refusal])
  if (!refusal) return null

  const names = Object.keys(labels).filter((name) => refusal.fields[name])
  const count = names.length
  const textOf = (name: string) => {
    const error = refusal.fields[name] ?? ''
    return message(advise ? advise(name, error) : error)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was loaded to show this error
    <Alert ref={banner} role="alert" tabIndex={-1} autoFocus className={className}>
      <p className="text-lg font-semibold text-danger">
        {advise && count > 0
          ? `${count === 1 ? t('One answer is missing or needs a change.') : t('{count} answers are missing or need a change.', { count })} `
          : null}
        {message(refusal.message)}
      </p>
      {names.length > 0 ? (
        <ul className="mt-2 space-y-1.5">
          {names.map((name) => (
            <li key={name}>
              <a className="link text-danger" href={`#${name}`} onClick={toField}>
                {beforeText(labels[name])} {textOf(name)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </Alert>
  )
}

/** A label before its error. A question has its own sign at the end. */
function beforeText(label = '') {
  return label.endsWith('?') ? label : `${label}:`
}

/** Scrolls to the field of a link and focuses the field. */
export function toField(event: MouseEvent<HTMLAnchorElement>) {
  const control = document.getElementById(event.currentTarget.hash.slice(1))
  if (!control) return
  event.preventDefault()
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}
