import { useEffect, useRef, useState } from 'react'
import type { Sentence } from '../../contract/kiswahili.ts'
import { useLanguage } from '../lib/language.tsx'
import type { FormLists } from '../page-context.ts'
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

interface PlaceOfStudy {
  institution: string
  course: string
  /** The courses of the chosen institution. */
  courses: Choice[] | 'loading' | 'failed'
}

/**
 * Selects for institution and course. Without scripts, the course options are grouped by
 * institution. With scripts, they depend on the chosen institution. Hydration keeps an earlier
 * choice.
 */
export function PlaceOfStudyFields(props: FieldGroup & RecordChoices) {
  const { lists, clear, report, shown, ...group } = props
  const { t } = useLanguage()
  /** Null until hydration: until then the selects are uncontrolled and offer every course. */
  const [place, setPlace] = useState<PlaceOfStudy | null>(null)
  const institution = useRef<HTMLSelectElement>(null)
  const course = useRef<HTMLSelectElement>(null)
  const request = useRef<AbortController>(null)
  const coursesOf = (of: string) => lists.courses.filter((each) => each.institution?._id === of)

  async function choose(of: string, course: string) {
    request.current?.abort()
    const { signal } = (request.current = new AbortController())
    const pageCourses = coursesOf(of)
    // The page's own list is shown while the newest one loads.
    const isWaiting = of !== '' && pageCourses.length === 0
    setPlace({ institution: of, course, courses: isWaiting ? 'loading' : pageCourses })
    report('')
    if (!of) return
    const courses = await loadCourses(of, pageCourses, signal).catch(() => 'failed' as const)
    if (signal.aborted) return
    setPlace((now) => now && { ...now, courses })
    if (courses === 'failed') report('Failed to load courses for selected institution.')
  }

  // Reads the selects: the user or the browser may have set them before hydration.
  useEffect(() => {
    const chosen = course.current?.value ?? ''
    const itsInstitution = lists.courses.find(({ _id }) => _id === chosen)?.institution?._id
    const of = institution.current?.value || itsInstitution || ''
    const courses = coursesOf(of)
    if (of && courses.length === 0) void choose(of, chosen)
    else setPlace({ institution: of, course: chosen, courses })
    return () => request.current?.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, at hydration
  }, [])

  useEffect(() => {
    if (!shown) return
    const of = textOf(shown['institution'])
    const course = textOf(shown['course'])
    // An update of the newest state: its courses may have arrived since this render.
    if (of === place?.institution) setPlace((now) => now && { ...now, course })
    else void choose(of, course)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for each new value of `shown`
  }, [shown])

  /** Focuses the institution first, because the focused button disappears. */
  function tryAgain({ institution: of, course }: PlaceOfStudy) {
    institution.current?.focus()
    void choose(of, course)
  }

  const hasCourses = place !== null && Array.isArray(place.courses)
  return (
    <>
      <RecordSelect
        {...group}
        name="institution"
        of={lists.institutions}
        placeholder={t('Choose your institution')}
        ref={institution}
        value={place?.institution}
        onChange={({ currentTarget }) => {
          clear('course')
          void choose(currentTarget.value, '')
        }}
      />
      <SelectField
        {...group}
        name="course"
        ref={course}
        hint={
          place?.courses === 'failed' ? (
            <button type="button" className="link py-2.5" onClick={() => tryAgain(place)}>
              {t('Load the courses again')}
            </button>
          ) : (
            t(courseHint(place))
          )
        }
        disabled={place !== null && !(hasCourses && place.institution)}
        value={place?.course}
        onChange={({ currentTarget: { value } }) =>
          setPlace((now) => now && { ...now, course: value })
        }
      >
        <Placeholder>
          {t(place?.courses === 'loading' ? 'Loading courses…' : 'Choose your course')}
        </Placeholder>
        {place ? null : <Unlisted value={group.defaults['course']} among={lists.courses} />}
        {place ? null : <GroupedOptions of={lists.courses} />}
        {Array.isArray(place?.courses) ? <Options of={place.courses} /> : null}
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

function courseHint(place: PlaceOfStudy | null): Sentence {
  if (place?.institution === '') return 'Choose your institution first.'
  if (place?.courses === 'loading') return 'Loading the courses of your institution…'
  if (place?.courses.length === 0) return 'This institution has no courses in our list yet.'
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
