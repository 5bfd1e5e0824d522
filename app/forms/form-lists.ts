import { type Language } from '../../contract/language/languages.ts'
import { applicationForm } from '../../contract/application/application-form-api.ts'
import { call } from '../api/call.ts'
import { retry, withRetry } from '../api/retry.ts'
import { abortAfter } from '../lib/abort-after.ts'
import { inLanguage } from './in-language.ts'
import type { Choice } from './record-select.tsx'

// Loads the options of the application form. Each function rejects with an English error message,
// or with the reason of an aborted `signal`. The public form imports this file only on demand.

const { institutions, departments, courses, intakes } = applicationForm

/** Timeout in milliseconds for loading courses if the page already holds a copy. */
const coursesTimeout = 5000

export const fetchInstitutions = (signal: AbortSignal) =>
  load('Failed to fetch institutions', signal, () => call(institutions, { signal }))

/** Loads the courses of an institution. Their names are their labels. */
export async function fetchCourses(institution: string, signal: AbortSignal) {
  const request = () => call(courses, { query: { institution }, signal })
  const found = await load('Failed to fetch courses', signal, request)
  return found.map(({ label, ...course }) => ({ ...course, name: label }))
}

/** Loads the options of all selects, with the courses of one institution. */
export async function fetchFormLists(
  institution: string | undefined,
  signal: AbortSignal,
  language: Language = 'en',
) {
  const lists = await Promise.all([
    fetchInstitutions(signal),
    institution ? fetchCourses(institution, signal) : [],
    load('Failed to fetch departments', signal, () => call(departments, { signal })),
  ])
  return { institutions: lists[0], courses: lists[1], departments: inLanguage(lists[2], language) }
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

export const fetchIntakes = (signal: AbortSignal) =>
  withRetry(() => call(intakes, { signal }), signal)

function load<T>(failure: string, signal: AbortSignal, request: () => Promise<T>) {
  return withRetry(request, signal).catch((cause: unknown): never => {
    throw signal.aborted ? cause : new Error(failure, { cause })
  })
}
