import type { PaperField } from './paper-answers.ts'
import {
  documentPurposes,
  questionOfPurpose,
  type DocumentPurpose,
} from '../application/questions.ts'
import type { PageSentence } from '../language/kiswahili-server.ts'

/** Papers that many colleges and hosts know, with their names. */
export const standardPapers = {
  introduction_letter: 'Introduction letter from your college',
  insurance: 'Insurance cover',
  identity: 'National ID or passport',
} as const satisfies Record<string, PageSentence>

/** Up to three papers that an intake names itself. */
export const ownPapers = ['own_1', 'own_2', 'own_3'] as const

type StandardPaper = keyof typeof standardPapers
type OwnPaper = (typeof ownPapers)[number]

export type PaperPurpose = StandardPaper | OwnPaper

export const standardPaperPurposes = Object.keys(standardPapers) as StandardPaper[]

/** The kinds of papers that an intake may ask for, in the order in which they are listed. */
export const paperPurposes: readonly PaperPurpose[] = [...standardPaperPurposes, ...ownPapers]

export function isStandardPaper(purpose: PaperPurpose): purpose is StandardPaper {
  return purpose in standardPapers
}

/** When an intake asks for a paper. `offer`: once a place is offered. */
export const paperTimes = ['never', 'applying', 'offer'] as const

/** `returned`: staff have sent it back. */
export const paperStates = ['missing', 'sent', 'accepted', 'returned'] as const

/** Why staff send a paper back, as applicants read it. */
export const returnReasons = {
  unreadable: 'We could not read it. Please send a clear file or photo.',
  wrong_paper: 'This is another paper than the one that we ask for.',
  incomplete: 'A page or a part of it is missing.',
  expired: 'It is no longer valid.',
  other: 'We cannot accept it. Please ask us why.',
} as const satisfies Record<string, PageSentence>

/** The reasons as staff choose them. */
export const returnLabels: Record<ReturnReason, string> = {
  unreadable: 'Unreadable',
  wrong_paper: 'Wrong paper',
  incomplete: 'Incomplete',
  expired: 'Expired',
  other: 'Other reason',
}

export type ReturnReason = keyof typeof returnReasons
export const returnReasonIds = Object.keys(returnReasons) as ReturnReason[]

/** The purpose of a file that answers a question of the intake. An application may have several. */
export const extraPurpose = 'question'

/** The purpose of an uploaded file: it answers a question of the form or of the intake, or it is a paper. */
export type UploadPurpose = DocumentPurpose | PaperPurpose | typeof extraPurpose
export const uploadPurposes: readonly UploadPurpose[] = [
  ...documentPurposes,
  ...paperPurposes,
  extraPurpose,
]

export function isPaper(purpose: UploadPurpose): purpose is PaperPurpose {
  return paperPurposes.some((paper) => paper === purpose)
}

/** The field of a submission that an upload is for. */
export function fieldOfPurpose(purpose: UploadPurpose) {
  if (purpose === extraPurpose) return purpose
  return isPaper(purpose) ? paperField(purpose) : questionOfPurpose(purpose).key
}

export function paperField(purpose: PaperPurpose): PaperField {
  return `papers.${purpose}`
}

/** The file control of a paper in a form without JavaScript. */
export function fileControlOf(purpose: PaperPurpose) {
  return `paper_${purpose}`
}

/** The name of what an upload is for in the history: the question or the paper. */
export function recordedNameOf(purpose: UploadPurpose) {
  if (purpose === extraPurpose || isPaper(purpose)) return purpose
  return questionOfPurpose(purpose).name
}

/** The days before a paper is due on which applicants are reminded of it. */
export const paperReminderDays = [7, 2] as const

/** Days after the day on which a paper was due, within which applicants are told once. */
export const lateDays = { from: 1, to: 7 } as const

/** Days from the message that papers are late to the loss of the place, if the intake says so. */
export const daysToLosePlace = 2
