import { createContext, type RouterContextProvider } from 'react-router'

import type { PageTextName } from '../contract/content/page-texts.ts'
import { pageTextsOf, type PublicItems } from '../contract/content/public-items.ts'
import type { Course } from '../contract/course.ts'
import type { Department } from '../contract/department.ts'
import type { Institution } from '../contract/institution.ts'
import type { DocumentPurpose } from '../contract/application/questions.ts'
import type { Language } from '../contract/language/languages.ts'
import type { IntakeQuestion } from '../contract/intake/intake-questions.ts'
import { type IntakesOnPage, noIntakes } from '../contract/intake/intakes-on-page.ts'
import type { VerifiedLetter } from '../contract/intake/letter.ts'
import type { OwnAnswers, OwnApplication } from '../contract/application/own-application.ts'
import type { ErrorMessage, Wording } from '../contract/language/translate.ts'

/** Options of the application form's selects. */
export interface FormLists {
  institutions: Pick<Institution, '_id' | 'name'>[]
  departments: Pick<Department, '_id' | 'name'>[]
  /** The names are the labels of the courses. */
  courses: Pick<Course, '_id' | 'name' | 'institution'>[]
}

/** The options with the names in every language. */
export interface TranslatedFormLists extends FormLists {
  departments: Pick<Department, '_id' | 'name' | 'name_sw'>[]
}

/** Why a request was refused. */
export interface PageRefusal {
  status: number
  retryAfter?: number
  message: ErrorMessage
  fields?: Record<string, ErrorMessage>
}

type SubmitOutcome = { referenceId: string } | PageRefusal

/** A form as a page's action gets it: an upload key takes the place of each file. */
export interface PostedForm {
  form: FormData
  /** Why files were refused, by the name of the file control. */
  fileErrors: Record<string, Wording>
}

/** The file that a one-time link asks for. The applicant is named only by the first name. */
export interface RequestedFile {
  referenceId: string
  firstName: string
  purpose: DocumentPurpose
}

/** The questions behind a one-time link to give missing answers. */
export interface RequestedAnswers {
  referenceId: string
  firstName: string
  /** The missing ones, all of them required. */
  questions: IntakeQuestion[]
}

/** Files that wait to be sent with the application, by the field of their key. Sizes in bytes. */
export type KeptFiles = Readonly<Record<string, { name: string; size: number } | undefined>>

/** Path of the page that takes an address for a message when an intake opens. */
export const intakeAlertPath = '/industrial-attachment/notify'

/** The id of the first form of the page where applicants see their application. */
export const proofForm = 'proof'

/** Server functions for the pages that the server renders. Each request has them in its context. */
export interface PageServices {
  /** The content that staff edit, as this visitor may see it. */
  content(): Promise<PublicItems>
  /** Rejects when the database cannot be reached. */
  formLists(): Promise<TranslatedFormLists>
  /** Reads the form of a POST, and stores its files. */
  readForm(request: Request): Promise<PostedForm>
  /**
   * The files of the upload keys in these values. Keys without a file are left out. Null if the
   * database cannot be reached.
   */
  keptFiles(values: Record<string, unknown>): Promise<KeptFiles | null>
  /** The size in MB up to which a document may be sent. */
  documentMaxMb: number
  /** Whether applicants can choose SMS. */
  isSmsOffered: boolean
  /** Without an idempotency key, the same answers and files are the same application. */
  submit(answers: unknown, idempotencyKey: string | null): Promise<SubmitOutcome>
  /** `proof` is the reference ID with the applicant's e-mail address or phone number. */
  seeOwn(proof: unknown): Promise<OwnApplication | PageRefusal>
  copyOwn(proof: unknown): Promise<OwnAnswers | PageRefusal>
  withdrawOwn(proof: unknown): Promise<OwnApplication | PageRefusal>
  /** `answer` is the proof with the answer to the offer of a place. */
  answerOffer(answer: unknown): Promise<OwnApplication | PageRefusal>
  /** `choice` is the proof with the way in which the applicant wants to be written to. */
  setContactBy(choice: unknown): Promise<OwnApplication | PageRefusal>
  /** `paper` is the proof with the kind of a paper and the upload key of its file. */
  sendPaper(paper: unknown): Promise<OwnApplication | PageRefusal>
  replaceOwnDocument(replacement: unknown): Promise<OwnApplication | PageRefusal>
  /** Stores the address for one message when an intake opens. */
  requestIntakeAlert(values: unknown): Promise<{ message: string } | PageRefusal>
  /** Reads the request behind a one-time link. The link stays valid. */
  readDocumentRequest(token: string): Promise<RequestedFile | PageRefusal>
  /** Puts the file of an upload key in the place of the document that the link is for. */
  answerDocumentRequest(token: string, key: string): Promise<{ referenceId: string } | PageRefusal>
  /** Reads what a one-time link to give missing answers asks for. The link stays valid. */
  readAnswersRequest(token: string): Promise<RequestedAnswers | PageRefusal>
  /** Stores the missing answers, by the id of the question or option. Errors are at `q_<id>`. */
  answerQuestions(
    token: string,
    extra: Record<string, unknown>,
  ): Promise<{ referenceId: string } | PageRefusal>
  /** Whether a one-time link was used in the last minutes: the form of a double tap is answered alike. */
  wasJustUsed(token: string): Promise<boolean>
  /** Makes a one-time link for an applicant to give missing answers; null if none is missing. */
  makeAnswersLink(credentials: unknown): Promise<{ token: string } | null | PageRefusal>
  /** The public facts of a letter, by its code. */
  verifyLetter(code: string): Promise<VerifiedLetter | PageRefusal>
}

/** Renders the notices of the site for the top of each page. */
export type RenderNotices = (notices: PublicItems['notices'], language: Language) => string

export const pageServices = createContext<PageServices>()

export const readIntakes = createContext<() => Promise<IntakesOnPage>>(async () => noIntakes)

/** The content that staff edit, in loaders. */
export function readContent(context: Readonly<RouterContextProvider>): Promise<PublicItems> {
  return context.get(pageServices).content()
}

export async function readTexts<Name extends PageTextName>(
  context: Readonly<RouterContextProvider>,
  name: Name,
) {
  return pageTextsOf(await readContent(context), name)
}

/**
 * The step of the application form that a browser without scripts shows: the form itself ('change'),
 * the choice of files, or the answers to check. A change of language keeps the step. Null before a POST.
 */
export const currentStep = createContext<'change' | 'documents' | 'check' | null>(null)

/** The step of a POST that only changes the language. */
export const languageStep = 'language'

/** The id of the form whose values a change of language keeps; empty if the page has none. */
export const keptForm = createContext('')

/** The text field of a POST; empty if the POST has no such text. */
export async function typedIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
  field: string,
) {
  const { form } = await context.get(pageServices).readForm(request)
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}

/** The e-mail address in the form for the alert, as it was typed before a change of language. */
export const typedAddress = createContext('')

/** The request id, as in the server's log; empty for pages that are the same for everybody. */
export const requestId = createContext('')

/** Logs an error that a page has thrown. */
// oxlint-disable-next-line no-console
export const reportError = createContext<(error: unknown) => void>(console.error)

/** CSP nonce of inline scripts and styles. For cached pages, the CSP lists hashes instead. */
export const cspNonce = createContext('')
