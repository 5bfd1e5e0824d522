import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { ApplicantCredentials } from '../../../contract/application/own-application.ts'
import { useLanguage } from '../../lib/language.tsx'
import { proofForm } from '../../page-context.ts'
import { Button } from '../../ui/button.tsx'
import { OwnForm } from './own-form.tsx'

/** Steps that the page takes only after a question. */
export type AskedStep = 'withdraw' | 'decline'

const questions: Record<AskedStep, Record<'title' | 'text' | 'yes' | 'no', PageSentence>> = {
  withdraw: {
    title: 'Withdraw your application?',
    text: 'We then stop working on it at once, and a place that you may have goes to somebody else. You can apply again at any time.',
    yes: 'Yes, withdraw my application',
    no: 'No, keep it',
  },
  decline: {
    title: 'Decline the place?',
    text: 'It then goes to somebody else at once, and this application ends.',
    yes: 'Yes, decline the place',
    no: 'No, go back',
  },
}

interface Props {
  step: AskedStep
  credentials: ApplicantCredentials
}

/** Asks once more before a step that cannot be undone. */
export function OwnQuestion({ step, credentials }: Props) {
  const { tServer } = useLanguage()
  const { title, text, yes, no } = questions[step]
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer(title)}</h1>
      <p className="mt-4 text-lg">{tServer(text)}</p>
      <OwnForm id={proofForm} credentials={credentials} className="mt-8 flex flex-wrap gap-4">
        <Button type="submit" variant="danger" name="step" value={step}>
          {tServer(yes)}
        </Button>
        <Button type="submit" variant="outline">
          {tServer(no)}
        </Button>
      </OwnForm>
    </>
  )
}
