import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import { documentQuestions } from '../../../contract/application/questions.ts'
import type { Payload } from '../../forms/payload.ts'
import type { Messages } from '../../forms/use-form.ts'
import type { KeptFiles } from '../../page-context.ts'

const missing: PageSentence = 'Choose a file or give a link'
const gone: PageSentence = 'This file is no longer here. Please choose it again.'

/**
 * Separates the errors of documents from those of other answers. The error of an upload key, and of
 * a missing document, stands at the file control.
 */
export function separateErrors(values: Payload, fields: Messages, fileErrors: Messages) {
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
  return { others, documents: { ...documents, ...fileErrors } }
}

/** True if all that is wrong is that documents are missing. */
export function isOnlyMissing(documents: Messages) {
  return Object.values(documents).every((message) => message === missing)
}

/** The errors of upload keys whose files are not there any more. */
export function goneFiles(values: Payload, files: KeptFiles): Messages {
  const errors = documentQuestions.flatMap(({ key, file }) =>
    values[key] && !files[key] ? [[file, gone]] : [],
  )
  return Object.fromEntries(errors)
}

/** The values without these upload keys. */
export function withoutKeys(values: Payload, removed: readonly string[]): Payload {
  const kept = { ...values }
  for (const { key } of documentQuestions) if (removed.includes(key)) delete kept[key]
  return kept
}

/** The values without the upload keys that have no file. */
export function withoutGone(values: Payload, files: KeptFiles) {
  const keys = documentQuestions.map(({ key }) => key)
  return withoutKeys(
    values,
    keys.filter((key) => !files[key]),
  )
}

/** Errors as the form itself shows them, which has links but no file controls. */
export function atLinks(documents: Messages): Messages {
  const shown = documentQuestions.flatMap(({ name, file }) => {
    const message = documents[name] ?? documents[file]
    return message && message !== missing ? [[name, message]] : []
  })
  return Object.fromEntries(shown)
}

export function isEmpty(messages: Messages) {
  return Object.keys(messages).length === 0
}

function isTyped(answer: Payload[string] | undefined) {
  return typeof answer === 'string' && answer.trim() !== ''
}
