import {
  applicationFormInput,
  applicationFormInputWithIntake,
} from '../../../contract/application/application.ts'
import { documentQuestions } from '../../../contract/application/questions.ts'
import { fieldMessages } from '../../../contract/first-messages.ts'
import { nestPapers, paperRequired } from '../../../contract/intake/paper-answers.ts'
import { fileControlOf, paperField, paperPurposes } from '../../../contract/intake/paper-kinds.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { Payload } from '../../forms/payload.ts'
import type { FormErrors, Messages } from '../../forms/use-form.ts'
import type { KeptFiles, PageRefusal } from '../../page-context.ts'
import { checkFields, notSubmitted } from './form-messages.ts'
import {
  departmentError,
  type IntakeChoice,
  missingPapers,
  papersAskedBy,
} from './intake-choices.ts'

// Which view of the form follows a POST of a browser without scripts.

/** The POST of a browser without scripts. */
export interface PostedAnswers {
  values: Payload
  /** The value of the pressed button; without one the answers are to be submitted. */
  step: unknown
  /** True if the answers come from the step for files. */
  hasBeenAsked: boolean
  /** Why files were refused, by the name of the file control. */
  fileErrors: Messages
  /** The errors of upload keys without a file, in the same form. */
  goneFiles: Messages
}

export interface View {
  view: 'form' | 'documents' | 'check'
  status: number
  refusal: FormErrors | null
  retryAfter?: number | undefined
}

/** The next view, or the valid answers that are to be submitted now. */
export function nextView(
  { values, step, hasBeenAsked, fileErrors, goneFiles }: PostedAnswers,
  choices: readonly IntakeChoice[] | null,
): View | { answers: unknown } {
  const fileTroubles = { ...goneFiles, ...fileErrors }
  if (step === 'change' && isEmpty(fileErrors)) return viewWith('form')
  if (step === 'documents' && isEmpty(fileTroubles)) return viewWith('documents')
  const checked = schemaFor(choices).safeParse(nestPapers(values))
  const errors = {
    ...departmentError(values, choices),
    ...missingPapers(values, papersAskedBy(values['intake'], choices)),
    ...(!checked.success && fieldMessages(checked.error.issues)),
  }
  const { others, documents } = separateErrors(values, errors, fileTroubles)
  if (!isEmpty(others)) return viewWith('form', { ...others, ...atLinks(documents) })
  if (isEmpty(documents)) return step ? viewWith('check') : { answers: checked.data }
  // A link that was typed into the form is corrected there; all else in the step for files.
  if (step !== 'check' || hasBeenAsked) return viewWith('documents', documents)
  if (isOnlyMissing(documents)) return viewWith('documents')
  return isEmpty(fileTroubles)
    ? viewWith('form', atLinks(documents))
    : viewWith('documents', documents)
}

/** The view after the server has refused answers that were valid. */
export function viewAfterRefusal(
  values: Payload,
  { status, message, retryAfter, fields = {} }: PageRefusal,
): View {
  const { others, documents } = separateErrors(values, fields, {})
  if (isEmpty(others) && !isEmpty(documents)) return viewWith('documents', documents)
  const shown = status === 500 ? notSubmitted : message
  const refusal = { message: shown, fields, newKey: status === 409 }
  return { view: 'form', refusal, status, retryAfter }
}

function viewWith(view: View['view'], fields?: Messages): View {
  return fields
    ? { view, status: 422, refusal: { message: checkFields, fields } }
    : { view, status: 200, refusal: null }
}

function schemaFor(choices: readonly IntakeChoice[] | null) {
  return choices && choices.length > 1 ? applicationFormInputWithIntake : applicationFormInput
}

/** The papers with the field of the upload key and the file control, like the questions with files. */
const papers = paperPurposes.map((purpose) => ({
  key: paperField(purpose),
  file: fileControlOf(purpose),
}))

const uploads: readonly { key: string; file: string }[] = [...documentQuestions, ...papers]

const missing: PageSentence = 'Choose a file or give a link'
const gone: PageSentence = 'This file is no longer here. Please choose it again.'

/**
 * Separates the errors of documents from those of other answers. The error of an upload key, and of
 * a missing document, stands at the file control.
 */
function separateErrors(values: Payload, fields: Messages, fileErrors: Messages) {
  const others = { ...fields }
  const documents: Messages = {}
  for (const { name, key, file } of documentQuestions) {
    const { [name]: atLink, [key]: atKey } = fields
    delete others[name]
    delete others[key]
    if (atLink && isTyped(values[name])) documents[name] = atLink
    else if (atLink) documents[file] = missing
    if (atKey) documents[file] = atKey
  }
  for (const { key, file } of papers) {
    const { [key]: atKey } = fields
    delete others[key]
    if (atKey) documents[file] = atKey
  }
  return { others, documents: { ...documents, ...fileErrors } }
}

/** True if all that is wrong is that documents are missing. */
function isOnlyMissing(documents: Messages) {
  return Object.values(documents).every(
    (message) => message === missing || message === paperRequired,
  )
}

/** The errors of upload keys whose files are not there any more. */
export function goneFileErrors(values: Payload, files: KeptFiles): Messages {
  const errors = uploads.flatMap(({ key, file }) =>
    values[key] && !files[key] ? [[file, gone]] : [],
  )
  return Object.fromEntries(errors)
}

/** The values without these upload keys. */
export function withoutKeys(values: Payload, removed: readonly string[]): Payload {
  const kept = { ...values }
  for (const { key } of uploads) if (removed.includes(key)) delete kept[key]
  return kept
}

/** The values without the upload keys that have no file. */
export function withoutGone(values: Payload, files: KeptFiles) {
  const keys = uploads.map(({ key }) => key)
  return withoutKeys(
    values,
    keys.filter((key) => !files[key]),
  )
}

/** Errors as the form itself shows them, which has links but no file controls. */
function atLinks(documents: Messages): Messages {
  const shown = documentQuestions.flatMap(({ name, file }) => {
    const message = documents[name] ?? documents[file]
    return message && message !== missing ? [[name, message]] : []
  })
  return Object.fromEntries(shown)
}

function isEmpty(messages: Messages) {
  return Object.keys(messages).length === 0
}

function isTyped(answer: Payload[string] | undefined) {
  return typeof answer === 'string' && answer.trim() !== ''
}
