import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Sentence } from '../../contract/kiswahili.ts'
import { useLanguage } from '../lib/language.tsx'
import type { FormLists } from '../page-context.ts'
import { chooseOption } from './choose-option.ts'
import { type FieldGroup, Placeholder, SelectField, type Values } from './fields.tsx'
import { type Choice, Options, RecordSelect, Unlisted } from './record-select.tsx'

export interface RecordChoices {
  /** Options of the selects. `courses` holds all courses, or those of the chosen institution. */
  lists: FormLists
  /** Clears a field's error message: another institution clears the chosen course. */
  clear: (name: string) => void
  /** Shows an error in the form's banner; an empty text clears it. */
  report: (trouble: string) => void
  /** Values that a script has put into the form, such as a draft: the courses are reloaded. */
  shown?: Values | null
}

interface Courses {
  /** Id of the chosen institution, or ''. */
  institution: string
  /** The courses of this institution. */
  courses: Choice[] | 'loading' | 'failed'
}

/**
 * Selects for institution and course. Without scripts, the course options are grouped by
 * institution. With scripts, they depend on the chosen institution. Hydration keeps an earlier
 * choice. The selects are uncontrolled: a browser fires `input` before `change`, and a render between
 * the two would put a controlled select back to its old value.
 */
export function PlaceOfStudyFields(props: FieldGroup & RecordChoices) {
  const { lists, clear, report, shown, ...group } = props
  const { t } = useLanguage()
  /** Null until hydration: until then the select offers every course. */
  const [offered, setOffered] = useState<Courses | null>(null)
  const institution = useRef<HTMLSelectElement>(null)
  const course = useRef<HTMLSelectElement>(null)
  /** A course to choose as soon as the select offers it. */
  const awaitedCourse = useRef('')
  const request = useRef<AbortController>(null)
  const coursesOf = (of: string) => lists.courses.filter((each) => each.institution?._id === of)

  async function offerCourses(of: string, chosen: string) {
    request.current?.abort()
    const { signal } = (request.current = new AbortController())
    awaitedCourse.current = chosen
    const pageCourses = coursesOf(of)
    // The page's own list is shown while the newest one loads.
    const isWaiting = of !== '' && pageCourses.length === 0
    setOffered({ institution: of, courses: isWaiting ? 'loading' : pageCourses })
    report('')
    if (!of) return
    const courses = await loadCourses(of, pageCourses, signal).catch(() => 'failed' as const)
    if (signal.aborted) return
    awaitedCourse.current ||= course.current?.value ?? ''
    setOffered({ institution: of, courses })
    if (courses === 'failed') report('Failed to load courses for selected institution.')
  }

  // Reads the selects: the user or the browser may have set them before hydration.
  useEffect(() => {
    const chosen = course.current?.value ?? ''
    const itsInstitution = lists.courses.find(({ _id }) => _id === chosen)?.institution?._id
    const of = institution.current?.value || itsInstitution || ''
    chooseOption(institution.current, of)
    const courses = coursesOf(of)
    awaitedCourse.current = chosen
    if (of && courses.length === 0) void offerCourses(of, chosen)
    else setOffered({ institution: of, courses })
    return () => request.current?.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, at hydration
  }, [])

  useEffect(() => {
    if (!shown) return
    const of = textOf(shown['institution'])
    const chosen = textOf(shown['course'])
    chooseOption(institution.current, of)
    awaitedCourse.current = chosen
    if (of === offered?.institution) chooseAwaitedCourse()
    else void offerCourses(of, chosen)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for each new value of `shown`
  }, [shown])

  useLayoutEffect(() => {
    if (awaitedCourse.current) chooseAwaitedCourse()
  }, [offered])

  function chooseAwaitedCourse() {
    chooseOption(course.current, awaitedCourse.current)
    if (course.current?.value) awaitedCourse.current = ''
  }

  /** Focuses the institution first, because the focused button disappears. */
  function tryAgain({ institution: of }: Courses) {
    institution.current?.focus()
    void offerCourses(of, awaitedCourse.current)
  }

  const hasCourses = Array.isArray(offered?.courses)
  return (
    <>
      <RecordSelect
        {...group}
        name="institution"
        of={lists.institutions}
        placeholder={t('Choose your institution')}
        ref={institution}
        onChange={({ currentTarget }) => {
          clear('course')
          void offerCourses(currentTarget.value, '')
        }}
      />
      <SelectField
        {...group}
        name="course"
        ref={course}
        hint={
          offered?.courses === 'failed' ? (
            <button type="button" className="link py-2.5" onClick={() => tryAgain(offered)}>
              {t('Load the courses again')}
            </button>
          ) : (
            t(courseHint(offered))
          )
        }
        disabled={offered !== null && !(hasCourses && offered.institution)}
        onChange={() => (awaitedCourse.current = '')}
      >
        <Placeholder>
          {t(offered?.courses === 'loading' ? 'Loading courses…' : 'Choose your course')}
        </Placeholder>
        {offered ? null : <Unlisted value={group.defaults['course']} among={lists.courses} />}
        {offered ? null : <GroupedOptions of={lists.courses} />}
        {Array.isArray(offered?.courses) ? <Options of={offered.courses} /> : null}
      </SelectField>
    </>
  )
}

/** Loads an institution's courses. If the code cannot be loaded, returns the page's own list. */
async function loadCourses(institution: string, pageCourses: Choice[], signal: AbortSignal) {
  const loader = import('./form-lists.ts')
  if (pageCourses.length === 0) return (await loader).fetchCourses(institution, signal)
  return loader.then(
    ({ fetchCoursesOr }) => fetchCoursesOr(pageCourses, institution, signal),
    () => pageCourses,
  )
}

function courseHint(offered: Courses | null): Sentence {
  if (offered?.institution === '') return 'Choose your institution first.'
  if (offered?.courses === 'loading') return 'Loading the courses of your institution…'
  if (offered?.courses.length === 0) return 'This institution has no courses in our list yet.'
  return 'Choose from the courses of your institution.'
}

function GroupedOptions({ of }: { of: FormLists['courses'] }) {
  // Phone browsers of 2022 lack `Map.groupBy`.
  const names = new Set(of.map(({ institution }) => institution?.name))
  return [...names].map((name) => (
    <optgroup key={name} label={name}>
      <Options of={of.filter(({ institution }) => institution?.name === name)} />
    </optgroup>
  ))
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}
