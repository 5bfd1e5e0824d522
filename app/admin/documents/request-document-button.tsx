import { api } from '../../../contract/api.ts'
import type { Application } from '../../../contract/application/application.ts'
import type { ApplicationDocument } from '../../../contract/document/documents.ts'
import { purposeLabels } from '../../../contract/application/staff-questions.ts'
import { request } from '../../api/session.ts'
import { nameOf } from '../applications/name-of.ts'
import { RequestLinkButton } from '../request-link-button.tsx'

interface RequestDocumentProps {
  application: Application
  document: ApplicationDocument
}

/** Asks the applicant of an undecided application for a readable file. */
export function RequestDocumentButton({ application, document }: RequestDocumentProps) {
  const { _id, purpose, name } = document
  if (application.is_accepted || application.is_archived) return null
  return (
    <RequestLinkButton
      application={application}
      label="Ask for a new file"
      about={<span className="sr-only">: {purposeLabels[purpose]}</span>}
      title={`Ask ${nameOf(application)} for another ${purposeLabels[purpose]}?`}
      description={`We ask for a readable file in place of “${name}”. Until it arrives, this one stays.`}
      request={() => request(api.documents.request, { params: { _id } })}
      purpose="With this link, the applicant sends another file."
    />
  )
}
