import * as z from 'zod/mini'
import {
  applicationFormInput,
  applicationFormInputWithIntake,
} from '../../../contract/application/application.ts'
import { documentQuestions } from '../../../contract/application/questions.ts'
import { fieldMessages } from '../../../contract/first-messages.ts'
import { withQuestions } from '../../../contract/intake/extra-answers.ts'
import {
  questionSetControl,
  questionsOfControl,
  submissionOf,
} from '../../../contract/intake/extra-controls.ts'
import { paperRequired } from '../../../contract/intake/paper-answers.ts'
import { fileControlOf, paperField, paperPurposes } from '../../../contract/intake/paper-kinds.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { Payload } from '../../forms/payload.ts'
import type { ShownQuestion, ShownQuestions } from '../../forms/shown-questions.ts'
import type { FormErrors, Messages } from '../../forms/use-form.ts'
import type { KeptFiles, PageRefusal } from '../../page-context.ts'
import { checkFields, noFile, notSubmitted } from './form-messages.ts'
import {
  askedBy,
  departmentError,
  extraFileFields,
  type FileField,
  type IntakeChoice,
  missingPapers,
  overIntake,
  papersAskedBy,
} from './intake-choices.ts'
import { questionSection } from './question-section.ts'

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
  { values: posted, step, hasBeenAsked, fileErrors, goneFiles }: PostedAnswers,
  choices: readonly IntakeChoice[] | null,
): View | { answers: unknown } {
  const values = withOwnSet(posted)
  const over = overIntake(values, choices)
  // Only the server can tell a repeat of a submission that has arrived.
  if (step && over) return { view: 'form', status: 422, refusal: over }
  const fileTroubles = { ...goneFiles, ...fileErrors }
  if (step === 'change' && isEmpty(fileErrors)) return viewWith('form')
  if (step === 'documents' && isEmpty(fileTroubles)) return viewWith('documents')
  const asked = askedBy(choices, values['intake'])
  const isShown = hasShown(values, asked)
  const checked = schemaFor(choices, isShown ? (asked?.questions ?? []) : null).safeParse(values)
  const errors = {
    ...departmentError(values, choices),
    ...missingPapers(values, papersAskedBy(values['intake'], choices)),
    ...(!checked.success && fieldMessages(checked.error.issues)),
    // A submission names the set that it answers, and the newest one does not count against it.
    ...(Boolean(step && asked) && !isShown && { [questionSection]: notShown }),
  }
  const { others, documents } = separateErrors(values, errors, fileTroubles, asked)
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
  choices: readonly IntakeChoice[] | null,
): View {
  const { others, documents } = separateErrors(
    values,
    fields,
    {},
    askedBy(choices, values['intake']),
  )
  if (isEmpty(others) && !isEmpty(documents)) return viewWith('documents', documents)
  const shown = status === 500 ? notSubmitted : message
  const refusal = {
    message: shown,
    fields,
    ...(status === 409 && overIntake(values, choices)),
    newKey: status === 409,
  }
  return { view: 'form', refusal, status, retryAfter }
}

function viewWith(view: View['view'], fields?: Messages): View {
  return fields
    ? { view, status: 422, refusal: { message: checkFields, fields } }
    : { view, status: 200, refusal: null }
}

/** Without questions, the answers are not judged: another set than the newest one was shown. */
function schemaFor(
  choices: readonly IntakeChoice[] | null,
  questions: readonly ShownQuestion[] | null,
) {
  const isChosen = choices && choices.length > 1
  const schema = isChosen ? applicationFormInputWithIntake : applicationFormInput
  return questions ? withQuestions(schema, questions) : z.pipe(z.transform(submissionOf), schema)
}

/** Leaves out the number of a set of another intake, whose questions were shown before the choice. */
function withOwnSet(values: Payload): Payload {
  const { [questionSetControl]: _, ...others } = values
  const { [questionsOfControl]: of = values['intake'] } = values
  return of === values['intake'] ? values : others
}

/** Whether the form has shown the questions that are asked now. */
function hasShown({ [questionSetControl]: set }: Payload, asked: ShownQuestions | undefined) {
  return asked ? set === String(asked.number) : set === undefined
}

const notShown: PageSentence = 'Please answer these questions'

/** The papers with the field of the upload key and the file control, like the questions with files. */
const papers = paperPurposes.map((purpose): FileField => ({
  key: paperField(purpose),
  file: fileControlOf(purpose),
}))

const missing: PageSentence = 'Choose a file or give a link'
const gone: PageSentence = 'This file is no longer here. Please choose it again.'

/**
 * Separates the errors of documents from those of other answers. The error of an upload key, and of
 * a missing document, stands at the file control.
 */
function separateErrors(
  values: Payload,
  fields: Messages,
  fileErrors: Messages,
  asked: ShownQuestions | undefined,
) {
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
  for (const { key, file } of [...papers, ...extraFileFields(asked?.questions ?? [])]) {
    const { [key]: atKey } = fields
    delete others[key]
    if (atKey) documents[file] = atKey === 'Required' ? noFile : atKey
  }
  return { others, documents: { ...documents, ...fileErrors } }
}

/** True if all that is wrong is that documents are missing. */
function isOnlyMissing(documents: Messages) {
  return Object.values(documents).every(isMissing)
}

function isMissing(message: Messages[string]) {
  return message === missing || message === noFile || message === paperRequired
}

/** The fields of upload keys, with their file controls. */
export function fileFields(choices: readonly IntakeChoice[] | null) {
  const ofIntakes = (choices ?? []).flatMap(({ asked }) => asked?.questions ?? [])
  return [
    ...documentQuestions.map(({ key, file }): FileField => ({ key, file })),
    ...papers,
    ...extraFileFields(ofIntakes),
  ]
}

/** The errors of upload keys whose files are not there any more. */
export function goneFileErrors(
  values: Payload,
  files: KeptFiles,
  fields: readonly FileField[],
): Messages {
  const errors = fields.flatMap(({ key, file }) =>
    values[key] && !files[key] ? [[file, gone]] : [],
  )
  return Object.fromEntries(errors)
}

/** The values without the upload keys that are removed, or have no file. */
export function withoutKeys(
  values: Payload,
  fields: readonly FileField[],
  isRemoved: (key: string) => boolean,
): Payload {
  const kept = { ...values }
  for (const { key } of fields) if (isRemoved(key)) delete kept[key]
  return kept
}

/** Errors as the form itself shows them, which has links but no file controls. */
function atLinks(documents: Messages): Messages {
  const shown = documentQuestions.flatMap(({ name, file }) => {
    const message = documents[name] ?? documents[file]
    return message && !isMissing(message) ? [[name, message]] : []
  })
  return Object.fromEntries(shown)
}

function isEmpty(messages: Messages) {
  return Object.keys(messages).length === 0
}

function isTyped(answer: Payload[string] | undefined) {
  return typeof answer === 'string' && answer.trim() !== ''
}
