import type { Sentence } from '../../contract/language/kiswahili.ts'
import type { Choice } from './record-select.tsx'

/** The courses that the select offers. */
export interface OfferedCourses {
  /** Id of the chosen institution, or ''. */
  institution: string
  /** The courses of this institution. */
  courses: Choice[] | 'loading' | 'failed'
}

/** Loads an institution's courses. If the code cannot be loaded, returns the page's own list. */
export async function loadCourses(institution: string, pageCourses: Choice[], signal: AbortSignal) {
  const loader = import('./form-lists.ts')
  if (pageCourses.length === 0) return (await loader).fetchCourses(institution, signal)
  return loader.then(
    ({ fetchCoursesOr }) => fetchCoursesOr(pageCourses, institution, signal),
    () => pageCourses,
  )
}

/** The hint of the select. `isTyped`: the institution is not in the list. */
export function courseHint(offered: OfferedCourses | null, isTyped: boolean): Sentence {
  if (isTyped) return 'Write the name of your course below.'
  if (offered?.institution === '') return 'Choose your institution first.'
  if (offered?.courses === 'loading') return 'Loading the courses of your institution…'
  if (offered?.courses.length === 0) return 'This institution has no courses in our list yet.'
  return 'Choose from the courses of your institution.'
}
