import { createContext } from 'react-router'

import type { Course } from '../contract/course.ts'
import type { Department } from '../contract/department.ts'
import type { ErrorResponse } from '../contract/error-response.ts'
import type { Institution } from '../contract/institution.ts'
import type { OwnAnswers, OwnApplication } from '../contract/own-application.ts'

/** Options of the application form's selects. */
export interface FormLists {
  institutions: Pick<Institution, '_id' | 'name'>[]
  departments: Pick<Department, '_id' | 'name'>[]
  courses: Pick<Course, '_id' | 'name' | 'institution'>[]
}

/** Why a request was refused. `message` is empty if the page has a better text for the status. */
export type PageRefusal = { status: number; retryAfter?: number } & Pick<
  ErrorResponse,
  'message' | 'fields'
>

type SubmitOutcome = { referenceId: string } | PageRefusal

/**
 * Path of the empty form. All visitors get the same page, so the server caches it until an institution,
 * a course, a department or the date in Kenya changes.
 */
export const formPath = '/industrial-attachment/apply'

/** Path of the page where applicants see their application, and the id of its first form. */
export const statusPath = '/industrial-attachment/status'
export const proofForm = 'proof'

/** Server functions for the pages that the server renders. Each request has them in its context. */
export interface PageServices {
  /** Rejects when the database cannot be reached. */
  formLists(): Promise<FormLists>
  submit(answers: unknown, idempotencyKey: string): Promise<SubmitOutcome>
  /** `proof` is the reference ID with the applicant's e-mail address or phone number. */
  seeOwn(proof: unknown): Promise<OwnApplication | PageRefusal>
  copyOwn(proof: unknown): Promise<OwnAnswers | PageRefusal>
  withdrawOwn(proof: unknown): Promise<OwnApplication | PageRefusal>
}

export const pageServices = createContext<PageServices>()

/** True on the page where a browser without scripts shows the answers to check. */
export const isCheckPage = createContext(false)

/** The request id, as in the server's log; empty for prerendered pages. */
export const requestId = createContext('')

/** Logs an error that a page has thrown. */
// oxlint-disable-next-line no-console
export const reportError = createContext<(error: unknown) => void>(console.error)

/** CSP nonce of inline scripts and styles. For prerendered pages, the CSP lists hashes instead. */
export const cspNonce = createContext('')
