import { useEffect, useState } from 'react'
import { begunWithControl } from '../../../contract/intake/extra-controls.ts'
import { initialAnswers } from '../../../contract/application/questions.ts'
import { useLanguage } from '../../lib/language.tsx'
import type { FormLists } from '../../page-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ApplicationForm } from './application-form.tsx'
import { idsIn, initialIntake, proposedStart } from './intake-choices.ts'
import type { SentForm } from './use-application-form.ts'

interface Props extends Omit<SentForm, 'defaults'> {
  /** Select options that the server has rendered into the page. */
  lists: FormLists | null | undefined
  /** The current date in Kenya, as YYYY-MM-DD. */
  today: string
}

/** The application form. If the page has no select options, the browser loads them. */
export function ApplicationFormLoader({ lists, today, ...sent }: Props) {
  const { choices, isSmsOffered } = sent
  const { loaded, failure } = useLoadedLists(!lists)
  const ready = lists ?? loaded
  // Submitted answers are shown even without the select options: no answer is lost.
  if (!ready && !sent.answers) return <Loading failure={failure} />
  return (
    <ApplicationForm
      key={ready ? 'ready' : 'without lists'}
      lists={ready ?? { institutions: [], departments: [], courses: [] }}
      defaults={{
        ...initialAnswers(today),
        ...proposedStart(choices),
        ...(choices && choices.length > 1 && { intake: initialIntake(choices) }),
        ...(isSmsOffered && { contact_by: 'email' }),
        [begunWithControl]: idsIn(choices),
      }}
      today={today}
      {...sent}
    />
  )
}

/** Loads the select options for a page without them. Courses are loaded per institution later. */
function useLoadedLists(isNeeded: boolean) {
  const { language } = useLanguage()
  const [loaded, setLoaded] = useState<FormLists | null>(null)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    if (!isNeeded) return undefined
    const request = new AbortController()
    import('../../forms/form-lists.ts')
      .then(({ fetchFormLists }) => fetchFormLists(undefined, request.signal, language))
      .then(setLoaded, (error: Error) => request.signal.aborted || setFailure(error.message))
    return () => request.abort()
  }, [isNeeded, language])

  return { loaded, failure }
}

function Loading({ failure }: { failure: string }) {
  const { t, message } = useLanguage()
  if (failure) {
    return (
      <Alert role="alert">
        <p className="text-lg font-semibold text-danger">
          {t('Failed to load form data. Please refresh the page.')}
        </p>
        <p className="mt-1">{message(failure)}</p>
      </Alert>
    )
  }
  return (
    <div className="min-h-96">
      <output className="flex items-center gap-3 text-lg font-semibold">
        <Spinner /> {t('Loading Application Form...')}
      </output>
      <noscript>
        <p className="mt-4">
          {t('The form could not be prepared just now. Please refresh the page in a minute.')}
        </p>
      </noscript>
    </div>
  )
}
