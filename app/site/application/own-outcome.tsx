import { documentNames } from '../../forms/document-names.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormErrors } from '../../forms/use-form.ts'
import { useLanguage } from '../../lib/language.tsx'
import { contactQuestion } from '../../../contract/application/contact-by.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import { documentQuestions } from '../../../contract/application/questions.ts'
import { Alert } from '../../ui/alert.tsx'

/** The part that the applicant has changed on the status page. */
export type OwnChange = 'document' | 'contact'

interface Props {
  changed: OwnChange | null
  refusal: FormErrors | null
}

const confirmations: Record<OwnChange, PageSentence> = {
  document: 'We have received it. It takes the place of the old one.',
  contact: 'Saved. Messages that are already on their way still come as before.',
}

/** The result of an action on the status page: an error or a confirmation. */
export function OwnOutcome({ changed, refusal }: Props) {
  const { tServer, message } = useLanguage()
  const labels = useFieldLabels()
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
function useFieldLabels(): Record<string, string> {
  const { tServer } = useLanguage()
  const documents = documentQuestions.flatMap(({ file, name, purpose }) => {
    const label = tServer(documentNames[purpose])
    return [
      [file, label],
      [name, label],
    ]
  })
  return Object.fromEntries([...documents, ['contact_by', tServer(contactQuestion)]])
}
