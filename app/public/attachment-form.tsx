import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AttachmentSubmission } from '../../contract/attachment.ts'
import { consentInEnglish, consentShown } from '../../contract/consent-wordings.ts'
import { ApiError, call } from '../api/call.ts'
import {
  attachmentFlags,
  AvailabilityFields,
  DepartmentField,
  DocumentFields,
  LinkFields,
  PersonalFields,
  StatementFields,
  StudyFields,
  useAttachmentLabels,
} from '../forms/attachment-fields.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { CheckboxField, type Values } from '../forms/fields.tsx'
import { PlaceOfStudyFields } from '../forms/place-of-study.tsx'
import { type Refusal, useForm } from '../forms/use-form.ts'
import { useLanguage, withElements } from '../lib/language.tsx'
import { randomKey } from '../lib/random-key.ts'
import { receiptPath } from '../lib/receipt.ts'
import { track } from '../lib/track.ts'
import type { FormLists } from '../page-context.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** Said in the banner when fields are missing or wrong, with and without scripts. */
export const checkFields = 'Please check these fields and try again.'

/** Said in the banner when sending fails without a sentence from the server. */
export const notSubmitted = 'Failed to submit application. Please check all fields and try again.'

/** What may stay empty; a box that is not ticked is an answer as well. */
const optional = ['middle_name', 'github_url', 'can_attend_onsite', 'agree_communications']

interface Props {
  /** Null in the browser where the page holds them already. */
  lists: Pick<FormLists, 'institutions' | 'departments'> | null
  /** Only on the server. */
  courses?: FormLists['courses'] | undefined
  defaults: Values
  refusal: Refusal | null
}

/** The public application form; without scripts it posts to its own page. */
export function AttachmentForm({ lists, courses, defaults, refusal }: Props) {
  const { t, message, localPath } = useLanguage()
  const labels = useAttachmentLabels()
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState('')
  const [key, setKey] = useState(randomKey)

  async function send(body: AttachmentSubmission) {
    const { api } = await import('../../contract/api.ts')
    const headers = { 'Idempotency-Key': key }
    const { referenceId } = await call(api.public.submit, { body, headers }).catch(renewKey)
    track('industrial_attachment_apply')
    await navigate(localPath(receiptPath(referenceId)), { state: { referenceId } })
  }

  /** Other answers were received under this key: sent once more, these are a new application. */
  function renewKey(error: unknown): never {
    if (error instanceof ApiError && error.status === 409) setKey(randomKey())
    throw error
  }

  const form = useForm({
    schema: async () => (await import('../../contract/attachment.ts')).attachmentForm,
    flags: attachmentFlags,
    refusal,
    invalid: checkFields,
    fallback: notSubmitted,
    send,
  })
  const group = { labels, optional, defaults, errors: form.fields }

  return (
    <form method="post" aria-label={t('Industrial Attachment Application')} {...form.props}>
      <div className="mb-6 space-y-4 empty:hidden">
        <ErrorSummary refusal={form.refusal} labels={labels} />
        {trouble ? (
          <Alert role="alert" className="font-semibold text-danger">
            {message(trouble)}
          </Alert>
        ) : null}
      </div>
      <Section title={t('Personal Information')}>
        <PersonalFields {...group} />
      </Section>
      <Section title={t('Academic Information')}>
        <PlaceOfStudyFields
          {...group}
          institutions={lists?.institutions ?? null}
          courses={courses}
          clear={form.clear}
          report={setTrouble}
        />
        <StudyFields {...group} />
        <DepartmentField {...group} departments={lists?.departments ?? null} />
      </Section>
      <Section title={t('Documents & Availability')}>
        <DocumentFields {...group} />
        <AvailabilityFields {...group} />
      </Section>
      <Section title={t('Personal Statements')}>
        <StatementFields {...group} />
      </Section>
      <Section title={t('Professional Links')}>
        <LinkFields {...group} />
      </Section>
      <Section title={t('Agreements')}>
        <div>
          <CheckboxField {...group} name="agree_terms" label={<Terms />} />
          <CheckboxField {...group} name="agree_communications" />
        </div>
      </Section>
      <Consent />
      <Button type="submit" size="lg" className="w-full sm:w-auto" disabled={form.sending}>
        {form.sending ? (
          <>
            <Spinner /> {t('Submitting Application...')}
          </>
        ) : (
          t('Submit Application')
        )}
      </Button>
    </form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mb-8 min-w-0 rounded-lg border border-line bg-white p-5 md:p-8">
      <legend className="float-left w-full text-2xl text-lagoon-900">{title}</legend>
      <div className="kanga-teeth clear-both mb-6 text-coral-500" />
      <div className="space-y-6">{children}</div>
    </fieldset>
  )
}

/** What sending agrees to; the form names the wording that it shows. */
function Consent() {
  const { t, language } = useLanguage()
  const { says, more } = consentInEnglish
  return (
    <p className="mb-6">
      <input type="hidden" name="consent" value={consentShown[language]} />
      <input type="hidden" name="language" value={language} />
      {t(says)}{' '}
      <a className="link" href="/privacy" target="_blank">
        {t(more)}
      </a>
    </p>
  )
}

function Terms() {
  const { t } = useLanguage()
  return withElements(t('I agree to the {terms} and the {privacy}'), {
    terms: (
      <a className="link" href="/terms" target="_blank">
        {t('Terms of Service')}
      </a>
    ),
    privacy: (
      <a className="link" href="/privacy" target="_blank">
        {t('Privacy Policy')}
      </a>
    ),
  })
}
