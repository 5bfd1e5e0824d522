import { call } from '../api/call.ts'
import { withRetry } from '../api/retry.ts'

// The choices of the application form, as the browser loads them. They reject with the sentence
// that the specification has for each (section 8), or as `signal` says.

export const fetchInstitutions = (signal: AbortSignal) =>
  withRetry(async () => call((await calls()).institutions, { signal }), signal).catch(
    because('Failed to fetch institutions', signal),
  )

export const fetchDepartments = (signal: AbortSignal) =>
  withRetry(async () => call((await calls()).departments, { signal }), signal).catch(
    because('Failed to fetch departments', signal),
  )

export const fetchCourses = (institution: string, signal: AbortSignal) =>
  withRetry(
    async () => call((await calls()).courses, { query: { institution }, signal }),
    signal,
  ).catch(because('Failed to fetch courses', signal))

/** The contract is loaded with the first call: the form is filled in before it is needed. */
async function calls() {
  return (await import('../../contract/api.ts')).api.public
}

function because(sentence: string, signal: AbortSignal) {
  return (cause: unknown): never => {
    throw signal.aborted ? cause : new Error(sentence, { cause })
  }
}
