import { applicationForm } from '../../contract/application-form-api.ts'
import { call } from '../api/call.ts'
import { retry, withRetry } from '../api/retry.ts'
import { abortAfter } from '../lib/abort-after.ts'

// The choices of the application form, as the browser loads them. Each rejects with its own
// sentence, or with the reason of `signal`. Pages for phones import this on demand.

const { institutions, departments, courses } = applicationForm

/** Timeout for courses where the page has a copy, in milliseconds. */
const coursesTimeout = 5000

export const fetchInstitutions = (signal: AbortSignal) =>
  withRetry(() => call(institutions, { signal }), signal).catch(
    because('Failed to fetch institutions', signal),
  )

export const fetchDepartments = (signal: AbortSignal) =>
  withRetry(() => call(departments, { signal }), signal).catch(
    because('Failed to fetch departments', signal),
  )

export function fetchCourses(institution: string, signal: AbortSignal) {
  const load = () => call(courses, { query: { institution }, signal })
  return withRetry(load, signal).catch(because('Failed to fetch courses', signal))
}

interface Choice {
  _id: string
  name: string
}

/** Loads courses for a page that holds a copy: the copy is the fallback without an answer. */
export async function fetchCoursesOr(
  held: Choice[],
  institution: string,
  signal: AbortSignal,
): Promise<Choice[]> {
  if (!navigator.onLine) return held
  return fetchCourses(institution, abortAfter(coursesTimeout, signal)).catch((error: Error) => {
    if (signal.aborted || !retry(0, error.cause)) throw error
    return held
  })
}

function because(sentence: string, signal: AbortSignal) {
  return (cause: unknown): never => {
    throw signal.aborted ? cause : new Error(sentence, { cause })
  }
}
