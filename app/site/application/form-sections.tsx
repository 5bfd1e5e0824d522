import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { questionsOf, type SectionId, sections } from '../../../contract/application/questions.ts'
import { QuestionFields } from '../../forms/application-fields.tsx'
import type { DocumentFiles } from '../../forms/document-field.tsx'
import { type FieldGroup, Placeholder, SelectField } from '../../forms/fields.tsx'
import type { RecordChoices } from '../../forms/use-place-of-study.ts'
import { useLanguage, withElements } from '../../lib/language.tsx'
import { ContactField } from './contact-field.tsx'
import { initialIntake, type IntakeChoice } from './intake-choices.ts'

interface Props {
  group: FieldGroup
  records: RecordChoices
  documents: DocumentFiles
  /** Whether applicants can choose SMS. */
  isSmsOffered: boolean
  /** The current date in Kenya, as YYYY-MM-DD. */
  today: string
  /** The papers that the intake asks for. */
  papers: ReactNode
  beforeAgreements: ReactNode
}

/** The questions of the public form, in the sections and the order of contract/application/questions.ts. */
export function FormSections({ isSmsOffered, papers, beforeAgreements, ...props }: Props) {
  const { t } = useLanguage()
  const after = {
    ...(isSmsOffered && { phone_number: <ContactField key="contact_by" {...props.group} /> }),
    cover_letter_url: papers,
  }
  return Object.entries(sections).map(([id, title]) => (
    <Fragment key={id}>
      {id === 'agreements' ? beforeAgreements : null}
      <Section id={id} title={t(title)} isDense={id === 'agreements'}>
        {id === 'documents' ? <FilesLater /> : null}
        <QuestionFields
          {...{ ...props, after }}
          names={questionsOf(id as SectionId)}
          agreement={<Terms />}
        />
      </Section>
    </Fragment>
  ))
}

interface SectionProps {
  /** Id that the Change buttons beside the answers to check link to. */
  id: string | undefined
  title: string
  isDense?: boolean
  hidden?: boolean
  children: ReactNode
}

export function Section({ id, title, isDense = false, hidden, children }: SectionProps) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      hidden={hidden}
      className="mb-8 min-w-0 rounded-lg border border-line bg-white p-gutter @3xl:p-8"
    >
      <legend className="float-left w-full text-2xl text-lagoon-900">{title}</legend>
      <div className="kanga-teeth clear-both mb-6 text-coral-500" />
      <div className={isDense ? undefined : 'space-y-6'}>{children}</div>
    </fieldset>
  )
}

/** Without scripts, files are chosen in a step of their own. */
export function FilesLater() {
  const { t } = useLanguage()
  return (
    <noscript>
      <p className="mb-6">{t('You can choose the file in the next step.')}</p>
    </noscript>
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

/** Puts the first day of the chosen intake into the form, unless the applicant has typed another one. */
function proposeStart({ form, value }: HTMLSelectElement, choices: readonly IntakeChoice[]) {
  const field = form?.elements.namedItem('available_start_date')
  const chosen = choices.find(({ _id }) => _id === value)
  if (!chosen || !(field instanceof HTMLInputElement)) return
  // A date of which only a part is typed has no value yet.
  const isBegun = field.validity.badInput || field === document.activeElement
  const isOwn = field.value !== '' && choices.every(({ startsOn }) => startsOn !== field.value)
  if (!isBegun && !isOwn) field.value = chosen.startsOn
}

interface IntakeFieldProps {
  group: FieldGroup
  choices: readonly IntakeChoice[]
  /** True once the form has its draft. */
  isReady: boolean
}

/**
 * The intake of the form: a select if there are several, or else a hidden control. Answers that arrive
 * when every intake is over keep theirs, so that the server can say why it refuses them.
 */
export function IntakeField({ group, choices, isReady }: IntakeFieldProps) {
  const { t } = useLanguage()
  const select = useRef<HTMLSelectElement>(null)
  // An intake that was chosen before the scripts ran has fired its event already.
  useEffect(() => {
    if (isReady && select.current) proposeStart(select.current, choices)
  }, [isReady, choices])
  const given = group.defaults['intake']
  if (choices.length < 2) {
    const value = choices[0]?._id ?? (typeof given === 'string' ? given : '')
    return value ? <input type="hidden" name="intake" value={value} /> : null
  }
  const isOffered = choices.some(({ _id }) => _id === given)
  const intake = isOffered ? given : initialIntake(choices)
  return (
    <div className="mb-8 rounded-lg border border-line bg-white p-gutter @3xl:p-8">
      <SelectField
        {...group}
        defaults={{ intake }}
        name="intake"
        ref={select}
        onChange={({ currentTarget }) => proposeStart(currentTarget, choices)}
      >
        <Placeholder>{t('Choose an intake')}</Placeholder>
        {choices.map(({ _id, name, isLate }) => (
          <option key={_id} value={_id}>
            {isLate ? t('{name} (closed: only if you began before)', { name }) : name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
