import type { Ref } from 'react'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import { useLanguage } from '../lib/language.tsx'
import type { FormLists } from '../page-context.ts'
import { type FieldGroup, Placeholder, SelectField, TextField } from './fields.tsx'
import { FindByName } from './find-by-name.tsx'
import { Folded } from './folded.tsx'
import { Options, RecordSelect, Unlisted } from './record-select.tsx'
import { type OfferedCourses, type RecordChoices, usePlaceOfStudy } from './use-place-of-study.ts'

/** The labels of the fields for names that are not in the list. */
export const typedLabels = {
  institution_name: 'Name of your institution',
  course_name: 'Name of your course',
} as const satisfies Record<string, Sentence>

/**
 * Fields for institution and course. Without scripts, the course options are grouped by institution.
 * With scripts, they depend on the chosen institution. Hydration keeps an earlier choice.
 */
export function PlaceOfStudyFields(props: FieldGroup & RecordChoices) {
  const { lists, clear, report, shown, isSearchable, ...group } = props
  const { t } = useLanguage()
  const { institution, course, typedInstitution, typedCourse, offered, typed, ...place } =
    usePlaceOfStudy({ lists, clear, report, shown })
  const courses = offered?.courses
  return (
    <>
      <div className="min-w-0">
        <FindByName
          label="Find your institution"
          options={isSearchable ? lists.institutions : []}
          select={institution}
        />
        <RecordSelect
          {...group}
          name="institution"
          of={lists.institutions}
          placeholder={t('Choose your institution')}
          ref={institution}
          onChange={({ currentTarget }) => place.chooseInstitution(currentTarget.value)}
        />
        <TypedName
          {...group}
          name="institution_name"
          ref={typedInstitution}
          isNeeded={typed.institution}
          onType={place.typeInstitution}
        />
      </div>
      <div className="min-w-0">
        <FindByName
          label="Find your course"
          options={isSearchable && Array.isArray(courses) ? courses : []}
          select={course}
        />
        <SelectField
          {...group}
          name="course"
          ref={course}
          hint={
            offered && courses === 'failed' ? (
              <button type="button" className="link py-2.5" onClick={() => place.tryAgain(offered)}>
                {t('Load the courses again')}
              </button>
            ) : (
              t(courseHint(offered, typed.institution))
            )
          }
          disabled={offered !== null && !(Array.isArray(courses) && offered.institution)}
          onChange={({ currentTarget }) => place.chooseCourse(currentTarget.value)}
        >
          <Placeholder>
            {t(courses === 'loading' ? 'Loading courses…' : 'Choose your course')}
          </Placeholder>
          {offered ? null : <Unlisted value={group.defaults['course']} among={lists.courses} />}
          {offered ? null : <GroupedOptions of={lists.courses} />}
          {Array.isArray(courses) ? <Options of={courses} /> : null}
        </SelectField>
        <TypedName
          {...group}
          name="course_name"
          ref={typedCourse}
          isNeeded={typed.institution || typed.course}
          onType={place.typeCourse}
        />
      </div>
    </>
  )
}

function GroupedOptions({ of }: { of: FormLists['courses'] }) {
  // Phone browsers of 2022 lack `Map.groupBy`.
  const names = new Set(of.map(({ institution }) => institution?.name))
  const sorted = [...names].sort((a = '', b = '') => (a < b ? -1 : 1))
  return sorted.map((name) => (
    <optgroup key={name} label={name}>
      <Options of={of.filter(({ institution }) => institution?.name === name)} />
    </optgroup>
  ))
}

/** The hint of the select. `isTyped`: the institution is not in the list. */
function courseHint(offered: OfferedCourses | null, isTyped: boolean): Sentence {
  if (isTyped) return 'Write the name of your course below.'
  if (offered?.institution === '') return 'Choose your institution first.'
  if (offered?.courses === 'loading') return 'Loading the courses of your institution…'
  if (offered?.courses.length === 0) return 'This institution has no courses in our list yet.'
  return 'Choose from the courses of your institution.'
}

interface TypedNameProps extends FieldGroup {
  name: keyof typeof typedLabels
  ref: Ref<HTMLInputElement>
  /** Whether the field has an answer or has to get one: then it is shown. */
  isNeeded: boolean
  onType: () => void
}

/** Field for the name of an institution or course that is not in the list. Works without scripts. */
function TypedName({ isNeeded, onType, ...field }: TypedNameProps) {
  const { t } = useLanguage()
  const { errors, defaults, name } = field
  const isShown = isNeeded || Boolean(errors[name]) || Boolean(defaults[name])
  return (
    <Folded summary={t('Not in the list? Write its name')} isNeeded={isShown}>
      <TextField {...field} required={false} onChange={onType} />
    </Folded>
  )
}
