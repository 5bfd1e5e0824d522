import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import { request } from '../../../api/session.ts'
import { RequestLinkButton } from '../../request-link-button.tsx'
import { nameOf } from '../name-of.ts'

interface RequestAnswersProps {
  application: Application
  /** The questions without an answer. */
  labels: string[]
}

/** Asks the applicant for the required answers that are missing. */
export function RequestAnswers({ application, labels }: RequestAnswersProps) {
  const { _id, extraMissing } = application
  const count = extraMissing.length
  return (
    <div className="mt-2 rounded-md border border-l-8 border-mango-400 bg-white px-4 py-3 text-sm">
      <p className="font-semibold">
        {count === 1 ? 'A required answer is missing' : `${count} required answers are missing`}
      </p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {labels.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      <RequestLinkButton
        application={application}
        label="Ask for the answers"
        className="mt-2"
        title={`Ask ${nameOf(application)} for the missing ${count === 1 ? 'answer' : 'answers'}?`}
        description="A link that works once leads to the questions. Earlier links work until one is used."
        request={() => request(api.intakeQuestions.request, { params: { _id } })}
        purpose="With this link, the applicant answers what is missing."
      />
    </div>
  )
}
