import { useLanguage } from '../lib/language.tsx'
import type { FormLists } from '../page-context.ts'
import { type FieldGroup, Placeholder, SelectField } from './fields.tsx'
import { courseHint } from './offered-courses.ts'
import { Options, RecordSelect, Unlisted } from './record-select.tsx'
import { TypedName } from './typed-name.tsx'
import { type RecordChoices, usePlaceOfStudy } from './use-place-of-study.ts'

/**
 * Fields for institution and course. Without scripts, the course options are grouped by institution.
 * With scripts, they depend on the chosen institution. Hydration keeps an earlier choice.
 */
export function PlaceOfStudyFields(props: FieldGroup & RecordChoices) {
  const { lists, clear, report, shown, ...group } = props
  const { t } = useLanguage()
  const { institution, course, typedInstitution, typedCourse, offered, typed, ...place } =
    usePlaceOfStudy({ lists, clear, report, shown })
  const courses = offered?.courses
  return (
    <>
      <div className="min-w-0">
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
  return [...names].sort().map((name) => (
    <optgroup key={name} label={name}>
      <Options of={of.filter(({ institution }) => institution?.name === name)} />
    </optgroup>
  ))
}
