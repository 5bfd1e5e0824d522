import type { FastifyRequest } from 'fastify'

import type { PostedForm } from '../../app/page-context.ts'
import { documentQuestions } from '../../contract/application/questions.ts'
import { extraControl, extraFileControl } from '../../contract/intake/extra-controls.ts'
import { questionId } from '../../contract/intake/intake-questions.ts'
import {
  extraPurpose,
  fieldOfPurpose,
  fileControlOf,
  paperPurposes,
  type UploadPurpose,
} from '../../contract/intake/paper-kinds.ts'
import type { Wording } from '../../contract/language/translate.ts'
import { type MultipartFile, readMultipart } from '../http/multipart-form.ts'
import { PublicError } from '../services/domain-error.ts'
import { storeWholeFile } from '../services/documents/uploads.ts'
import type { AppContext } from './context.ts'

/**
 * Reads the form of a request. A form with files is read while it arrives: each file is stored as an
 * upload that is not submitted yet, and its key takes the place of the file control. Page actions
 * call `read`, and the router calls no action for a request from another site: nothing of it is
 * stored.
 */
export function formReader(context: AppContext, request: FastifyRequest) {
  const reader = {
    /** True if a form was too large to be read. */
    isTooLarge: false,

    read: async (webRequest: Request): Promise<PostedForm> => {
      if (!isStreamed(request)) {
        const form = await webRequest.formData().catch(() => new FormData())
        return { form, fileErrors: {} }
      }
      // A request counts as in progress from its complete arrival.
      context.load.end(request)
      const files = fileStore(context, request)
      const fields = await readMultipart(request.raw, files.store)
      context.load.begin(request)
      reader.isTooLarge = fields === 'too large'
      return formOf(typeof fields === 'string' ? [] : fields, files)
    },
  }
  return reader
}

/** Whether the body was left to be read while it arrives. */
function isStreamed({ body, raw }: FastifyRequest) {
  return body === raw
}

/** What the file of each control is for, and the field that gets its upload key. */
const fileControls = new Map<string, FileControl>([
  ...documentQuestions.map((question) => [question.file, question] as const),
  ...paperPurposes.map(
    (purpose) => [fileControlOf(purpose), { purpose, key: fieldOfPurpose(purpose) }] as const,
  ),
])

interface FileControl {
  purpose: UploadPurpose
  /** The field that gets the upload key. */
  key: string
}

function fileControlNamed(name: string): FileControl | undefined {
  return fileControls.get(name) ?? extraFileNamed(name)
}

/** The file control of a question of the intake. The questions are not known yet. */
function extraFileNamed(name: string): FileControl | undefined {
  const [start, end] = extraFileControl(' ').split(' ') as [string, string]
  if (!name.startsWith(start) || !name.endsWith(end)) return undefined
  const _id = name.slice(start.length, -end.length)
  const isQuestion = questionId.safeParse(_id).success
  return isQuestion ? { purpose: extraPurpose, key: extraControl(_id) } : undefined
}

/** Stores the files of one form: one for each question. Other files are ignored. */
function fileStore(context: AppContext, { ip, log, id: requestId }: FastifyRequest) {
  const keys = new Map<string, string>()
  const errors = new Map<string, Wording>()
  const seen = new Set<string>()

  async function store({ control, name, bytes }: MultipartFile) {
    const question = fileControlNamed(control)
    if (!question) return
    if (seen.has(control)) {
      errors.set(control, 'Please choose only one file here.')
      return
    }
    seen.add(control)
    const { purpose } = question
    try {
      const stored = await storeWholeFile(context, { purpose, name, bytes }, ip)
      if (stored instanceof PublicError) errors.set(control, stored.wording)
      else keys.set(question.key, stored.key)
    } catch (error) {
      if (bytes.errored) return
      log.error({ requestId, err: error }, 'a file of a form could not be stored')
      errors.set(control, 'This file could not be stored. Please try again in a minute.')
    }
  }
  return { store, keys, errors }
}

/** The form as the page gets it. A refused file leaves the key of an earlier file in place. */
function formOf(
  fields: [string, string][],
  { keys, errors }: { keys: Map<string, string>; errors: Map<string, Wording> },
): PostedForm {
  const form = new FormData()
  for (const [name, value] of fields) if (!fileControlNamed(name)) form.append(name, value)
  for (const [name, key] of keys) form.set(name, key)
  return { form, fileErrors: Object.fromEntries(errors) }
}
