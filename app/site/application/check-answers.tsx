import { type SyntheticEvent, useEffect, useRef } from 'react'
import type { Sentence } from '../../../contract/kiswahili.ts'
import { useApplicationLabels } from '../../forms/application-fields.tsx'
import type { Payload } from '../../forms/payload.ts'
import { useLanguage } from '../../lib/language.tsx'
import { longDate } from '../../lib/long-date.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Consent } from './consent.tsx'

/** The form's sections, in its order, and what each of them asks. */
const sections = [
  {
    id: 'personal',
    title: 'Personal Information',
    names: [
      'first_name',
      'middle_name',
      'last_name',
      'email',
      'phone_number',
      'gender',
      'date_of_birth',
      'residential_location',
    ],
  },
  {
    id: 'academic',
    title: 'Academic Information',
    names: ['institution', 'course', 'year_of_study', 'expected_graduation_date', 'department'],
  },
  {
    id: 'documents',
    title: 'Documents & Availability',
    names: ['resume_url', 'cover_letter_url', 'available_start_date', 'can_attend_onsite'],
  },
  {
    id: 'statements',
    title: 'Personal Statements',
    names: ['about_yourself', 'community_engagement_statement', 'understanding_of_swahilipot'],
  },
  {
    id: 'links',
    title: 'Professional Links',
    names: ['linkedin_url', 'github_url'],
  },
  {
    id: 'agreements',
    title: 'Agreements',
    names: ['agree_terms', 'agree_communications'],
  },
] as const satisfies { id: string; title: Sentence; names: string[] }[]

export type SectionId = (typeof sections)[number]['id']

interface Props {
  /** What the form holds, as it would be sent. */
  values: Payload
  /** The names of the institution, course and department that were chosen. */
  chosen: Record<string, string | undefined>
  sending?: boolean
  /** Without scripts: the key that came along. */
  idempotencyKey?: string | null
  /** With scripts: leads back to a section of the form. Without, the buttons ask the server. */
  onChange?: (section: string) => void
  /** With scripts: sends. Without, the form does, with all answers in it once more. */
  onSend?: () => void
}

/** All answers in words, by section, before they are sent. */
export function CheckAnswers(props: Props) {
  const { values, chosen, sending = false, idempotencyKey, onChange, onSend } = props
  const { t } = useLanguage()
  const labels = useApplicationLabels()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [])

  function send(event: SyntheticEvent) {
    event.preventDefault()
    onSend?.()
  }

  return (
    <form
      id={onSend ? undefined : 'application'}
      method="post"
      aria-labelledby="check"
      onSubmit={onSend && send}
    >
      <h2 ref={heading} id="check" tabIndex={-1} className="text-2xl text-lagoon-900">
        {t('Check your answers')}
      </h2>
      <p className="mt-2 mb-6">{t('Nothing has been sent yet.')}</p>
      {sections.map(({ id, title, names }) => (
        <section key={id} className="mb-6 rounded-lg border border-line bg-white p-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <h3 className="text-xl text-lagoon-900">{t(title)}</h3>
            <Change id={id} title={t(title)} disabled={sending} onChange={onChange} />
          </div>
          <dl>
            {names.map((name) => (
              <div
                key={name}
                className="border-t border-line py-2.5 @min-[40rem]:flex @min-[40rem]:gap-4"
              >
                <dt className="shrink-0 text-muted @min-[40rem]:w-60">{labels[name]}</dt>
                <dd className="min-w-0 whitespace-pre-line">
                  <Answer name={name} value={values[name] ?? ''} chosen={chosen[name]} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {onSend ? null : <Hidden values={values} names={Object.keys(labels)} />}
      {idempotencyKey ? (
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
      ) : null}
      <Consent />
      <Button type="submit" size="lg" className="w-full @min-[40rem]:w-auto" disabled={sending}>
        {sending ? (
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

interface ChangeProps extends Pick<Props, 'onChange'> {
  id: string
  title: string
  disabled: boolean
}

/** Leads back to a section; without scripts the page that comes back opens there. */
function Change({ id, title, disabled, onChange }: ChangeProps) {
  const { t } = useLanguage()
  const way = onChange
    ? ({ type: 'button', onClick: () => onChange(id) } as const)
    : ({ type: 'submit', name: 'step', value: 'change', formAction: `#${id}` } as const)
  return (
    <button
      {...way}
      className="link min-h-11 font-semibold"
      aria-label={`${t('Change')}: ${title}`}
      disabled={disabled}
    >
      {t('Change')}
    </button>
  )
}

interface AnswerProps {
  name: string
  value: string | boolean
  chosen: string | undefined
}

function Answer({ name, value, chosen }: AnswerProps) {
  const { t, message, locale } = useLanguage()
  if (typeof value === 'boolean') return t(value ? 'Yes' : 'No')
  if (value.trim() === '') return <span className="text-muted">{t('Not given')}</span>
  if (chosen) return chosen
  if (/_date$|^date_/.test(name)) return longDate(value, locale)
  return /^(gender|year_of_study)$/.test(name) ? message(value) : value
}

/** The answers as the form would have sent them. */
function Hidden({ values, names }: { values: Payload; names: string[] }) {
  return names
    .filter((name) => values[name])
    .map((name) => <input key={name} type="hidden" name={name} value={String(values[name])} />)
}
