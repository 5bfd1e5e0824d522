import type { ReactNode } from 'react'
import { questionsOf, type SectionId, sections } from '../../../contract/questions.ts'
import { DepartmentField, QuestionFields } from '../../forms/application-fields.tsx'
import { CheckboxField, type FieldGroup, type Values } from '../../forms/fields.tsx'
import { PlaceOfStudyFields } from '../../forms/place-of-study.tsx'
import { useLanguage, withElements } from '../../lib/language.tsx'
import type { FormLists } from '../../page-context.ts'

interface Props {
  group: FieldGroup
  lists: FormLists
  /** Answers that the form was filled with from outside. */
  shown: Values | null
  clear: (name: string) => void
  report: (trouble: string) => void
}

/** The questions of the public form, section by section. */
export function FormSections({ group, ...placeOfStudy }: Props) {
  const { t } = useLanguage()
  const own = {
    institution: <PlaceOfStudyFields key="institution" {...group} {...placeOfStudy} />,
    // It stands with the institution.
    course: null,
    department: (
      <DepartmentField key="department" {...group} departments={placeOfStudy.lists.departments} />
    ),
    agree_terms: (
      <CheckboxField key="agree_terms" {...group} name="agree_terms" label={<Terms />} />
    ),
  }
  return Object.entries(sections).map(([id, title]) => (
    <Section key={id} id={id} title={t(title)} isDense={id === 'agreements'}>
      <QuestionFields {...group} names={questionsOf(id as SectionId)} own={own} />
    </Section>
  ))
}

interface SectionProps {
  /** The answers to check lead back to it. */
  id: string
  title: string
  isDense: boolean
  children: ReactNode
}

function Section({ id, title, isDense, children }: SectionProps) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="mb-8 min-w-0 rounded-lg border border-line bg-white p-5 @3xl:p-8"
    >
      <legend className="float-left w-full text-2xl text-lagoon-900">{title}</legend>
      <div className="kanga-teeth clear-both mb-6 text-coral-500" />
      <div className={isDense ? undefined : 'space-y-6'}>{children}</div>
    </fieldset>
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
