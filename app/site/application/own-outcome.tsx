import { documentNames } from '../../forms/document-names.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormErrors } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { contactQuestion } from '../../../contract/application/contact-by.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import { documentQuestions } from '../../../contract/application/questions.ts'
import { fileControlOf } from '../../../contract/intake/paper-kinds.ts'
import type { ApplicationPaper } from '../../../contract/intake/papers.ts'
import { paperName } from './own-papers.tsx'
import { Alert } from '../../ui/alert.tsx'

/** The part that the applicant has changed on the status page. */
export type OwnChange = 'document' | 'paper' | 'contact'

interface Props {
  changed: OwnChange | null
  refusal: FormErrors | null
  papers: ApplicationPaper[]
}

const confirmations: Record<OwnChange, PageSentence> = {
  document: 'We have received it. It takes the place of the old one.',
  paper: 'We have received your paper. We check it, and you see the result on this page.',
  contact: 'Saved. Messages that are already on their way still come as before.',
}

/** The result of an action on the status page: an error or a confirmation. */
export function OwnOutcome({ changed, refusal, papers }: Props) {
  const { tServer, message } = useLanguage()
  const labels = useFieldLabels(papers)
  if (changed) {
    return (
      <output className="mb-8 block rounded-lg border-2 border-lagoon-800 bg-white p-4 font-semibold">
        {tServer(confirmations[changed])}
      </output>
    )
  }
  if (!refusal) return null
  return Object.keys(labels).some((name) => refusal.fields[name]) ? (
    <div className="mb-8">
      <ErrorSummary
        refusal={{ ...refusal, message: tServer('Please check these fields and try again.') }}
        labels={labels}
      />
    </div>
  ) : (
    <Alert role="alert" tone="notice" className="mb-8 font-semibold">
      {message(refusal.message)}
    </Alert>
  )
}

/** Labels of the fields that can be wrong, for the links in the banner of errors. */
function useFieldLabels(papers: ApplicationPaper[]): Record<string, string> {
  const i18n = useLanguage()
  const { tServer } = i18n
  const ofPapers = papers.map((paper) => [fileControlOf(paper.purpose), paperName(paper, i18n)])
  const documents = documentQuestions.flatMap(({ file, name, purpose }) => {
    const label = tServer(documentNames[purpose])
    return [
      [file, label],
      [name, label],
    ]
  })
  return Object.fromEntries([...documents, ...ofPapers, ['contact_by', tServer(contactQuestion)]])
}
