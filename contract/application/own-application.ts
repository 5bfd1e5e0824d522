import * as z from 'zod/mini'
import { application } from './application.ts'
import { longestPasted } from '../base32.ts'
import { contactByIds } from './contact-by.ts'
import { applicationDocument, uploadKey } from '../document/documents.ts'
import { choice, email, nameRef, optional, phone, storable, timestamp, url } from '../fields.ts'
import { referenceIdPattern, applicantStatuses } from '../constants.ts'
import { declineReasonIds } from './decline-reasons.ts'
import { publicIntake } from '../intake/intake.ts'
import type { PageSentence } from '../language/kiswahili-server.ts'
import { letterKinds } from '../intake/letter-kinds.ts'
import { offer, offerAnswer, waiting } from '../intake/offer.ts'
import { placement } from '../intake/placement.ts'
import { applicationPaper, paperPurpose } from '../intake/papers.ts'
import { documentPurposes } from './questions.ts'
import { readReferenceId } from './reference-id.ts'

/** A reference ID as people type or paste it: in any case, with or without dashes, or as a link. */
const typedReferenceId = z
  .string(unreadableReference())
  .check(
    z.maxLength(longestPasted, { error: unreadableReference(), abort: true }),
    storable,
    z.overwrite(readReferenceId),
    z.regex(referenceIdPattern, unreadableReference()),
  )

/** The credentials of an applicant: the reference ID and one contact of the same application. */
export const applicantCredentials = z.object({
  reference: typedReferenceId,
  /** The phone number or the e-mail address. */
  contact: z.union(
    [email(), phone()],
    'Enter the phone number or the email address that you gave in the application' satisfies PageSentence,
  ),
})

/** What takes the place of a document of one's own application: a file, or else a link. */
export const ownReplacement = z
  .object({
    ...applicantCredentials.shape,
    purpose: choice(documentPurposes),
    document: optional(uploadKey),
    url: optional(url()),
  })
  .check(
    z.refine(({ document, url: link }) => document !== null || link !== null, {
      path: ['document'],
      error: 'Choose a file or give a link' satisfies PageSentence,
    }),
  )

/** A paper that the applicant sends after the application. */
export const ownPaper = z.object({
  ...applicantCredentials.shape,
  purpose: paperPurpose,
  document: uploadKey,
})

export const ownOfferAnswer = z.object({ ...applicantCredentials.shape, answer: offerAnswer })

/** The transports that the applicant chooses from now on. */
export const ownContactBy = z.object({
  ...applicantCredentials.shape,
  contact_by: choice(contactByIds, 'Choose from the list' satisfies PageSentence),
})

/** Department, days and supervisor of a confirmed attachment. */
const ownPlacement = z.object({
  ...z.pick(placement, { startsOn: true, endsOn: true, brokenOffOn: true }).shape,
  /** The name of the department, and the one in Kiswahili. */
  department: z.nullable(z.string()),
  department_sw: z.nullable(z.string()),
  /** The name of the supervisor. */
  supervisor: z.nullable(z.string()),
})

/** The status of an application, for its applicant. */
export const ownApplication = z.object({
  referenceId: z.string(),
  standing: z.enum(applicantStatuses),
  receivedAt: timestamp,
  contact_by: z.enum(contactByIds),
  /** Whether no SMS can be sent to the phone number: the gateway refused it. */
  isSmsRefused: z.boolean(),
  declined_reason: z.nullable(z.enum(declineReasonIds)),
  declined_message: z.nullable(z.string()),
  /** When the application was declined or withdrawn. */
  endedAt: z.nullable(timestamp),
  canBeWithdrawn: z.boolean(),
  documents: z.array(applicationDocument),
  /** The papers that are asked for, and those that were sent. */
  papers: z.array(applicationPaper),
  /** True until a decision: the applicant may replace the documents. */
  canReplaceDocuments: z.boolean(),
  /**
   * The intake of the application, and what follows from it. Left out without an intake. `startsOn` and
   * `endsOn` are the days of the placement once there is one.
   */
  intake: z.optional(
    z.pick(publicIntake, { name: true, name_sw: true, startsOn: true, endsOn: true }),
  ),
  /** The number of required answers to questions of the intake that are missing; left out if none is. */
  missingAnswers: z.optional(z.number()),
  /** The name of the chosen department; of that of the placement once there is one. */
  department: z.optional(z.nullable(z.string())),
  department_sw: z.optional(z.nullable(z.string())),
  placement: z.optional(z.nullable(ownPlacement)),
  arrivedLate: z.optional(z.boolean()),
  offer: z.optional(z.nullable(offer)),
  /** The place on the waiting list. `places` are those of the department in the intake. */
  waiting: z.optional(z.nullable(z.extend(waiting, { places: z.number() }))),
  /** The letters that the applicant can download. */
  letters: z.optional(z.array(z.enum(letterKinds))),
})

/** The answers of an applicant, as they are stored. */
export const ownAnswers = z.object({
  ...z.omit(application, {
    _id: true,
    is_accepted: true,
    is_archived: true,
    declined_reason: true,
    declined_message: true,
    declinedAt: true,
    withdrawnAt: true,
    intake: true,
    arrivedLate: true,
    offer: true,
    waiting: true,
    planned: true,
    questionSet: true,
    assignee: true,
    createdAt: true,
    updatedAt: true,
  }).shape,
  receivedAt: timestamp,
  department_sw: z.nullable(z.string()),
  intake: nameRef,
  intake_sw: z.nullable(z.string()),
  offer: z.nullable(offer),
  placement: z.nullable(ownPlacement),
})

function unreadableReference() {
  return 'Enter the reference ID as your confirmation shows it, like SPH-2026-0K7ANGA1'
}

export type ApplicantCredentials = z.output<typeof applicantCredentials>
export type OwnOfferAnswer = z.output<typeof ownOfferAnswer>
export type OwnContactBy = z.output<typeof ownContactBy>
export type OwnPaper = z.output<typeof ownPaper>
export type OwnReplacement = z.output<typeof ownReplacement>
export type OwnApplication = z.infer<typeof ownApplication>
export type OwnPlacement = z.infer<typeof ownPlacement>
export type OwnAnswers = z.infer<typeof ownAnswers>
export type ApplicantStatus = OwnApplication['standing']
