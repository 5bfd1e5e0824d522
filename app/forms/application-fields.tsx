import type { Department } from '../../contract/department.ts'
import type { Sentence } from '../../contract/kiswahili.ts'
import { earliestStartDate, genders, yearsOfStudy } from '../../contract/constants.ts'
import { useLanguage } from '../lib/language.tsx'
import {
  CheckboxField,
  Choices,
  type FieldGroup,
  SelectField,
  TextareaField,
  TextField,
} from './fields.tsx'
import { RecordSelect } from './record-select.tsx'

// The questions of an application in groups, for the public form and the admin's dialog alike.

/** In the order of the form. */
export const applicationLabels = {
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  email: 'Email address',
  phone_number: 'Phone number',
  gender: 'Gender',
  date_of_birth: 'Date of birth',
  residential_location: 'Where you live',
  institution: 'Institution',
  course: 'Course',
  year_of_study: 'Year of study',
  expected_graduation_date: 'Expected graduation date',
  department: 'Department you want to join',
  resume_url: 'Resume URL',
  cover_letter_url: 'Cover letter URL',
  available_start_date: 'Available start date',
  can_attend_onsite: 'I can attend on site',
  about_yourself: 'About yourself',
  community_engagement_statement: 'Community engagement',
  understanding_of_swahilipot: 'Your understanding of our foundation',
  linkedin_url: 'LinkedIn URL',
  github_url: 'GitHub URL',
  agree_terms: 'I agree to the terms',
  agree_communications: 'I agree to receive communications: news and opportunities',
} as const satisfies Record<string, Sentence>

/** The same in the language of the page. */
export function useApplicationLabels(): Record<string, string> {
  const { t } = useLanguage()
  return Object.fromEntries(
    Object.entries(applicationLabels).map(([name, label]) => [name, t(label)]),
  )
}

/** The controls that are checkboxes. */
export const applicationFlags = [
  'can_attend_onsite',
  'agree_terms',
  'agree_communications',
  'is_accepted',
  'is_archived',
]

export function PersonalFields(group: FieldGroup) {
  const { t } = useLanguage()
  return (
    <>
      <TextField {...group} name="first_name" autoComplete="given-name" />
      <TextField {...group} name="middle_name" autoComplete="additional-name" />
      <TextField {...group} name="last_name" autoComplete="family-name" />
      <TextField
        {...group}
        name="email"
        type="email"
        autoComplete="email"
        spellCheck={false}
        hint={t('We answer by email.')}
      />
      <TextField
        {...group}
        name="phone_number"
        type="tel"
        autoComplete="tel"
        className="max-w-80"
        hint={t(
          'For example 0712 345 678 or +254 712 345 678. We call only about your application.',
        )}
      />
      <SelectField
        {...group}
        name="gender"
        autoComplete="sex"
        className="max-w-60"
        hint={t('Asked for our reports: totals without names.')}
      >
        <Choices of={genders} say={t} />
      </SelectField>
      <TextField
        {...group}
        name="date_of_birth"
        type="date"
        autoComplete="bday"
        className="max-w-60"
        hint={t('Asked for our reports: which ages we reach, without names.')}
      />
      <TextField
        {...group}
        name="residential_location"
        autoComplete="address-level2"
        hint={t('Your estate or village, and the town: so we know how far you would travel.')}
      />
    </>
  )
}

export function StudyFields(group: FieldGroup) {
  const { t } = useLanguage()
  return (
    <>
      <SelectField {...group} name="year_of_study" className="max-w-60">
        <Choices of={yearsOfStudy} say={t} />
      </SelectField>
      <TextField {...group} name="expected_graduation_date" type="date" className="max-w-60" />
    </>
  )
}

interface DepartmentProps extends FieldGroup {
  /** Null in the browser where the page holds them already. */
  departments: Pick<Department, '_id' | 'name'>[] | null
}

export function DepartmentField({ departments, ...group }: DepartmentProps) {
  const { t } = useLanguage()
  return (
    <RecordSelect
      {...group}
      name="department"
      of={departments}
      placeholder={t('Choose a department')}
    />
  )
}

const anyDrive =
  'A link to the file on any drive, starting with https://. Anyone with the link must be able to view it.'

export function DocumentFields(group: FieldGroup) {
  const { t } = useLanguage()
  return (
    <>
      <UrlField {...group} name="resume_url" hint={t(anyDrive)} />
      <UrlField {...group} name="cover_letter_url" hint={t('A link of the same kind.')} />
    </>
  )
}

export function StartDateField(group: FieldGroup) {
  const { t } = useLanguage()
  return (
    <TextField
      {...group}
      name="available_start_date"
      type="date"
      min={earliestStartDate}
      className="max-w-60"
      hint={t('From 1 September 2025.')}
    />
  )
}

export function AvailabilityFields(group: FieldGroup) {
  return (
    <>
      <StartDateField {...group} />
      <CheckboxField {...group} name="can_attend_onsite" />
    </>
  )
}

export function StatementFields(group: FieldGroup) {
  const { t } = useLanguage()
  return (
    <>
      <TextareaField
        {...group}
        name="about_yourself"
        hint={t('Who you are, what you study and what you love to make.')}
      />
      <TextareaField
        {...group}
        name="community_engagement_statement"
        hint={t('What you have done, or want to do, for the people around you.')}
      />
      <TextareaField
        {...group}
        name="understanding_of_swahilipot"
        hint={t('What you know about our work, and why you want to do your attachment here.')}
      />
    </>
  )
}

export function LinkFields(group: FieldGroup) {
  const { t } = useLanguage()
  return (
    <>
      <UrlField
        {...group}
        name="linkedin_url"
        hint={t('For example https://www.linkedin.com/in/your-name')}
      />
      <UrlField {...group} name="github_url" hint={t('For example https://github.com/your-name')} />
    </>
  )
}

function UrlField(props: FieldGroup & { name: string; hint: string }) {
  return (
    <TextField
      {...props}
      type="url"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
