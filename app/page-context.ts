import { createContext } from 'react-router'

import type { Course } from '../contract/course.ts'
import type { Department } from '../contract/department.ts'
import type { ErrorResponse } from '../contract/error-response.ts'
import type { Institution } from '../contract/institution.ts'
import type { OwnAnswers, OwnApplication } from '../contract/own-application.ts'

/** The choices of the application form. */
export interface FormLists {
  institutions: Pick<Institution, '_id' | 'name'>[]
  departments: Pick<Department, '_id' | 'name'>[]
  courses: Pick<Course, '_id' | 'name' | 'institution'>[]
}

/** The reason for a refusal; the message is empty if the page has a better one. */
export type PageRefusal = { status: number; retryAfter?: number } & Pick<
  ErrorResponse,
  'message' | 'fields'
>

type SubmitOutcome = { referenceId: string } | PageRefusal

/** The empty application form, the same for everybody until its lists or the day change. */
export const formPath = '/industrial-attachment/apply'

/** The page that shows applicants their application, and the id of its form. */
export const statusPath = '/industrial-attachment/status'
export const proofForm = 'proof'

/** Services of the server for the pages that it renders; part of the context of each request. */
export interface PageServices {
  /** Rejects when the database cannot be reached. */
  formLists(): Promise<FormLists>
  submit(answers: unknown, idempotencyKey: string): Promise<SubmitOutcome>
  /** The own application of an applicant with a valid proof, here and below. */
  seeOwn(proof: unknown): Promise<OwnApplication | PageRefusal>
  copyOwn(proof: unknown): Promise<OwnAnswers | PageRefusal>
  withdrawOwn(proof: unknown): Promise<OwnApplication | PageRefusal>
}

export const pageServices = createContext<PageServices>()

/** Whether the page is a later step of the application path, without navigation, footer and most styles. */
export const isStep = createContext(false)

/** The request id of the log; empty for prerendered pages. */
export const requestId = createContext('')

/** Logs an error of a page. */
// oxlint-disable-next-line no-console
export const reportError = createContext<(error: unknown) => void>(console.error)

/** The CSP nonce for inline scripts and styles. Prerendered pages have none; the CSP has their hashes. */
export const cspNonce = createContext('')
