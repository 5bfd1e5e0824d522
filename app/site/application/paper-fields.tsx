import type { PaperField } from '../../../contract/intake/paper-answers.ts'
import type { PaperPurpose } from '../../../contract/intake/paper-kinds.ts'
import type { Language } from '../../../contract/language/languages.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import { DocumentField, type DocumentFiles } from '../../forms/document-field.tsx'
import { fetchIntakes } from '../../forms/form-lists.ts'
import type { Messages } from '../../forms/use-form.ts'
import { abortAfter } from '../../lib/abort-after.ts'
import { useLanguage } from '../../lib/language.tsx'
import { type PaperChoice, paperChoices } from './intake-choices.ts'

// This file is loaded when an intake asks for papers with the application.

interface Props {
  asked: readonly PaperChoice[]
  documents: DocumentFiles
  errors: Messages
}

export function PaperFields({ asked, documents, errors }: Props) {
  const { t } = useLanguage()
  return asked.map(({ purpose, name }) => {
    const key: PaperField = `papers.${purpose}`
    return (
      <fieldset key={key} className="min-w-0">
        <legend className="font-sans font-semibold">{name || t(unnamed)}</legend>
        <DocumentField
          question={{ name: key, key, purpose }}
          documents={documents}
          about={name || t(unnamed)}
          error={errors[key]}
        />
      </fieldset>
    )
  })
}

const unnamed: Sentence = 'A paper that the intake asks for'

/** Milliseconds to wait for the names of papers. */
const timeout = 15_000

/**
 * The papers that an intake asks for now, and those with an error. Without an answer of the server, the
 * latter have no names.
 */
export async function papersNow(
  intake: unknown,
  wrong: readonly PaperField[],
  language: Language,
): Promise<PaperChoice[]> {
  const intakes = await fetchIntakes(abortAfter(timeout)).catch(() => [])
  const open = intakes.filter(({ state }) => state === 'open')
  const found = open.find(({ _id }) => _id === intake) ?? (open.length === 1 ? open[0] : undefined)
  const papers = paperChoices(found?.papers ?? [], language)
  const others = wrong
    .map((field) => field.slice('papers.'.length) as PaperPurpose)
    .filter((purpose) => papers.every((paper) => paper.purpose !== purpose))
  return [...papers, ...others.map((purpose) => ({ purpose, name: '' }))]
}
