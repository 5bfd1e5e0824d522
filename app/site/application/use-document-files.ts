import { useState } from 'react'
import { documentQuestions } from '../../../contract/application/questions.ts'
import { isPaperField } from '../../../contract/intake/paper-answers.ts'
import type { DocumentFiles, ShownFile } from '../../forms/document-field.tsx'
import type { Values } from '../../forms/fields.tsx'
import { fileOnPhone } from '../../lib/file-on-phone.ts'
import type { KeptFiles } from '../../page-context.ts'
import type { AutosaveStatus, FormAutosave } from '../../offline/form-autosave.ts'

interface Options {
  maxMb: number
  status: AutosaveStatus | undefined
  load: () => Promise<FormAutosave>
  /** Answers in the form that a script or the server has put there. */
  answers: Values | null
  /** Files that were sent without scripts, by the field of their upload key. */
  sentFiles: KeptFiles
  /** The fields of the questions of intakes that a file answers. */
  extraFields: readonly string[]
  /** Clears the error of a field. */
  clear: (name: string) => void
}

interface OwnFiles extends DocumentFiles {
  /** True while chosen files are not in the form yet, or removed ones not out of it. */
  isPreparing: boolean
}

/** The files of the form: those on this phone, and those that were sent without scripts. */
export function useDocumentFiles(options: Options): OwnFiles {
  const { maxMb, status, load, answers, sentFiles, extraFields, clear } = options
  const [removed, setRemoved] = useState<unknown[]>([])
  const [preparing, setPreparing] = useState(0)
  const own = status ? documentsIn(status) : []
  const files: Record<string, ShownFile> = {}
  const keys: Record<string, string> = {}
  const sentPapers = Object.keys(answers ?? {}).filter(isPaperField)
  const fields = [
    ...documentQuestions.map(({ key }) => key),
    ...extraFields,
    ...sentPapers,
    ...own.map(({ field }) => field),
  ]
  for (const key of new Set(fields)) {
    const document = own.find(({ field }) => field === key)
    const sentKey = answers?.[key]
    if (document) {
      const { photos, isInMemory = false } = document
      files[key] = { ...document, photos: photos.length, isInMemory }
      keys[key] = fileOnPhone
    } else if (
      typeof sentKey === 'string' &&
      sentKey &&
      ![fileOnPhone, ...removed].includes(sentKey)
    ) {
      const { name = '', size = 0 } = sentFiles[key] ?? {}
      files[key] = { name, size, photos: 0, isInMemory: false }
      keys[key] = sentKey
    }
  }

  async function counted<Result>(work: () => Promise<Result>) {
    setPreparing((count) => count + 1)
    return work().finally(() => setPreparing((count) => count - 1))
  }

  return {
    maxMb,
    files,
    keys,
    isPreparing: preparing > 0,
    choose: ({ name, key, purpose }, chosen, isAddition) =>
      counted(async () => {
        const controller = await load()
        const limit = maxMb * 1_000_000
        const choice = { field: key, purpose, files: chosen, isAddition, limit }
        const error = await controller.choose(choice)
        if (!error) for (const field of [name, key]) clear(field)
        return error
      }),
    remove: (field) =>
      counted(async () => {
        const controller = await load().catch(() => null)
        if (!(await controller?.removeDocument(field)))
          setRemoved((before) => [...before, keys[field]])
        clear(field)
      }),
  }
}

/** The documents of the application in the form. */
export function documentsIn({ application, documents }: AutosaveStatus) {
  return documents.filter((document) => document.application === application)
}
