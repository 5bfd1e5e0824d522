import { applicationForm } from '../../contract/application/application-form-api.ts'
import { call } from '../api/call.ts'
import { retry, withRetry } from '../api/retry.ts'
import { abortAfter } from '../lib/abort-after.ts'

// Loads the options of the application form. Each function rejects with an English error message,
// or with the reason of an aborted `signal`. The public form imports this file only on demand.

const { institutions, departments, courses } = applicationForm

/** Timeout in milliseconds for loading courses if the page already holds a copy. */
const coursesTimeout = 5000

export const fetchInstitutions = (signal: AbortSignal) =>
  withRetry(() => call(institutions, { signal }), signal).catch(
    because('Failed to fetch institutions', signal),
  )

export const fetchDepartments = (signal: AbortSignal) =>
  withRetry(() => call(departments, { signal }), signal).catch(
    because('Failed to fetch departments', signal),
  )

/** Loads the courses of an institution. Their names are their labels. */
export async function fetchCourses(institution: string, signal: AbortSignal) {
  const load = () => call(courses, { query: { institution }, signal })
  const found = await withRetry(load, signal).catch(because('Failed to fetch courses', signal))
  return found.map(({ label, ...course }) => ({ ...course, name: label }))
}

interface Choice {
  _id: string
  name: string
}

/** Loads the courses of an institution. If the server does not answer, returns the page's copy. */
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
