import type { Payload } from '../../forms/payload.ts'
import type { FormErrors } from '../../forms/use-form.ts'
import { earliestStartDate } from '../../../contract/constants.ts'
import { useLanguage } from '../../lib/language.tsx'
import type { FormLists } from '../../page-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AttachmentForm } from './application-form.tsx'
import { useFormLists } from './use-form-lists.ts'

/** How the server rendered the form. */
interface Rendered {
  /** Whether the choices are in the page. */
  listed: boolean
  /** The day in Kenya, YYYY-MM-DD. */
  today: string
  /** What was sent without scripts, the idempotency key with it, and what is wrong with it. */
  answers: Payload | null
  sentKey: string | null
  refusal: FormErrors | null
}

interface Props extends Rendered {
  /** Only on the server: long lists do not travel twice. */
  lists?: FormLists | null | undefined
}

/** The form with its choices, which the browser loads where the page came without them. */
export function ApplicationForm({ listed, today, lists, ...sent }: Props) {
  const { lists: loaded, failure } = useFormLists(!listed)
  const ready = listed || loaded !== null
  // A form that was sent is shown again even without its lists: nothing typed is lost.
  if (!ready && !sent.answers) return <Waiting failure={failure} />
  return (
    <AttachmentForm
      key={ready ? 'ready' : 'without lists'}
      lists={lists ?? loaded ?? (listed ? null : { institutions: [], departments: [] })}
      courses={lists?.courses}
      defaults={firstValues(today)}
      {...sent}
    />
  )
}

function Waiting({ failure }: { failure: string }) {
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

function firstValues(today: string) {
  return {
    gender: 'Male',
    year_of_study: 'Year 2',
    available_start_date: today > earliestStartDate ? today : earliestStartDate,
    can_attend_onsite: true,
  }
}
