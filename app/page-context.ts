import { createContext } from 'react-router'

import type { Course } from '../contract/course.ts'
import type { Department } from '../contract/department.ts'
import type { ErrorResponse } from '../contract/error-response.ts'
import type { Institution } from '../contract/institution.ts'
import type { OwnAnswers, OwnApplication } from '../contract/own-application.ts'

/** The choices of the application form. */
export interface FormLists {
  institutions: Pick<Institution, '_id' | 'name' | 'county'>[]
  departments: Pick<Department, '_id' | 'name'>[]
  courses: Pick<Course, '_id' | 'name' | 'institution' | 'certification'>[]
}

/** Why something was not done; the message is empty where the page has a better one. */
export type PageRefusal = { status: number; retryAfter?: number } & Pick<
  ErrorResponse,
  'message' | 'fields'
>

type SubmitOutcome = { referenceId: string } | PageRefusal

/** The page that is the same for everybody until its lists change, or the day. */
export const formPath = '/industrial-attachment/apply'

/** The page that shows an application to whom it belongs, and the id of the form with the proof. */
export const statusPath = '/industrial-attachment/status'
export const proofForm = 'proof'

/** What a page may ask of the server that renders it; the server gives it with each request. */
export interface PageServices {
  /** Rejects when the database cannot be reached. */
  formLists(): Promise<FormLists>
  submit(answers: unknown, idempotencyKey: string): Promise<SubmitOutcome>
  /** Where an application stands, for who can show a proof of it; so the two below. */
  seeOwn(proof: unknown): Promise<OwnApplication | PageRefusal>
  copyOwn(proof: unknown): Promise<OwnAnswers | PageRefusal>
  withdrawOwn(proof: unknown): Promise<OwnApplication | PageRefusal>
}

export const pageServices = createContext<PageServices>()

/**
 * Whether the page is a step of the application path that goes on from the form: it stands alone,
 * without navigation and footer, and with few styles.
 */
export const isStep = createContext(false)

/** What the log calls the request; empty for pages that are rendered at build time. */
export const requestId = createContext('')

/** Where an error goes that a page could not answer. */
// oxlint-disable-next-line no-console
export const reportError = createContext<(error: unknown) => void>(console.error)

/**
 * The nonce that the Content-Security-Policy of this answer allows for inline scripts and styles.
 * Pages rendered at build time have none: the server lets their styles pass by their hash.
 */
export const cspNonce = createContext('')
