import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FormLists } from '../page-context.ts'
import { chooseOption } from './form-controls.ts'
import type { Values } from './fields.tsx'
import type { Choice } from './record-select.tsx'

export interface RecordChoices {
  /** Options of the selects. `courses` holds all courses, or those of the chosen institution. */
  lists: FormLists
  /** Clears a field's error message: another institution clears the chosen course. */
  clear: (name: string) => void
  /** Shows an error in the form's banner; an empty text clears it. */
  report: (trouble: string) => void
  /** Values that a script has put into the form, such as a draft: the courses are reloaded. */
  shown?: Values | null
  /** Whether long lists can be searched by typing. */
  isSearchable?: boolean
}

export interface OfferedCourses {
  /** Id of the chosen institution, or ''. */
  institution: string
  /** The courses of this institution. */
  courses: Choice[] | 'loading' | 'failed'
}

/**
 * The state of the fields for institution and course. Each answer is chosen or typed: a choice empties
 * the text field, and typing empties the select. All fields are uncontrolled: a browser fires `input`
 * before `change`, and a render between the two would put a controlled select back to its old value.
 */
export function usePlaceOfStudy({ lists, clear, report, shown }: RecordChoices) {
  /** Null until hydration: until then the select offers every course. */
  const [offered, setOffered] = useState<OfferedCourses | null>(null)
  const institution = useRef<HTMLSelectElement>(null)
  const course = useRef<HTMLSelectElement>(null)
  const typedInstitution = useRef<HTMLInputElement>(null)
  const typedCourse = useRef<HTMLInputElement>(null)
  /** Whether the two names that are not in the list are typed. */
  const [typed, setTyped] = useState({ institution: false, course: false })
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
    readTyped()
    const chosen = course.current?.value ?? ''
    const itsInstitution = lists.courses.find(({ _id }) => _id === chosen)?.institution?._id
    const isTyped = Boolean(typedInstitution.current?.value)
    const of = institution.current?.value || (isTyped ? '' : itsInstitution) || ''
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
    readTyped()
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

  function chooseInstitution(of: string) {
    clear('course')
    if (of) emptyTyped(typedInstitution.current, typedCourse.current)
    void offerCourses(of, '')
  }

  function chooseCourse(chosen: string) {
    awaitedCourse.current = ''
    if (chosen) emptyTyped(typedCourse.current)
  }

  function readTyped() {
    setTyped({
      institution: Boolean(typedInstitution.current?.value.trim()),
      course: Boolean(typedCourse.current?.value.trim()),
    })
  }

  /** An answer is either chosen or typed: a choice empties the text fields. */
  function emptyTyped(...fields: (HTMLInputElement | null)[]) {
    for (const field of fields) {
      if (!field?.value) continue
      field.value = ''
      clear(field.name)
    }
    readTyped()
  }

  function typeInstitution() {
    readTyped()
    if (!typedInstitution.current?.value.trim()) return
    for (const name of ['institution', 'course']) clear(name)
    if (!institution.current?.value) return
    chooseOption(institution.current, '')
    void offerCourses('', '')
  }

  function typeCourse() {
    readTyped()
    if (!typedCourse.current?.value.trim()) return
    clear('course')
    awaitedCourse.current = ''
    chooseOption(course.current, '')
  }

  /** Focuses the institution first, because the focused button disappears. */
  function tryAgain({ institution: of }: OfferedCourses) {
    institution.current?.focus()
    void offerCourses(of, awaitedCourse.current)
  }

  return {
    institution,
    course,
    typedInstitution,
    typedCourse,
    offered,
    typed,
    chooseInstitution,
    chooseCourse,
    typeInstitution,
    typeCourse,
    tryAgain,
  }
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
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
