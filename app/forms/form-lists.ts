import { applicationForm } from '../../contract/application-form-api.ts'
import { call } from '../api/call.ts'
import { retry, withRetry } from '../api/retry.ts'
import { abortAfter } from '../lib/abort-after.ts'

// The choices of the application form, as the browser loads them. They reject with the sentence
// that the specification has for each (section 8), or as `signal` says. Pages for phones load this
// when it is needed, with the contract.

const { institutions, departments, courses } = applicationForm

/** How long courses are waited for where others can stand in, in milliseconds. */
const patience = 5000

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

/** The same for a page that holds the courses as they were: those stand in where nobody answers. */
export async function fetchCoursesOr(
  held: Choice[],
  institution: string,
  signal: AbortSignal,
): Promise<Choice[]> {
  if (!navigator.onLine) return held
  return fetchCourses(institution, abortAfter(patience, signal)).catch((error: Error) => {
    if (signal.aborted || !retry(0, error.cause)) throw error
    return held
  })
}

function because(sentence: string, signal: AbortSignal) {
  return (cause: unknown): never => {
    throw signal.aborted ? cause : new Error(sentence, { cause })
  }
}
