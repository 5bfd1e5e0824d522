import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import type { Application } from '../../../../contract/application/application.ts'
import { declineReasons } from '../../../../contract/application/decline-reasons.ts'
import { Button } from '../../../ui/button.tsx'
import { RecordHistory } from '../../activity/record-history.tsx'
import { RecordMessages } from '../../activity/record-messages.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import type { UseDecisions } from '../decisions/use-decisions.ts'
import { UnlistedDialog } from '../dialogs/unlisted-dialog.tsx'
import { Answers } from './answers.tsx'
import { Assignee } from './assignee.tsx'
import { ExtraAnswers } from './extra-answers.tsx'
import { IntakeSection } from './intake-section.tsx'
import { SamePerson } from './same-person.tsx'
import { StaffNotes } from './staff-notes.tsx'
import { DateTime } from '../../date-time.tsx'
import { Papers } from '../../documents/papers.tsx'
import { Documents } from '../../documents/documents.tsx'

interface ApplicationDetailsProps {
  application: Application
  list: ListState
  decide: UseDecisions['decide']
  /** Puts the application on the waiting list, or takes it off. */
  onWait: (application: Application) => void
}

/** Decision, documents, answers, messages and history of one application. */
export function ApplicationDetails(props: ApplicationDetailsProps) {
  const { application, list, decide, onWait } = props
  const { _id, declined_reason, declined_message, declinedAt, withdrawnAt } = application
  return (
    <>
      {declined_reason && declinedAt ? (
        <Note title="Declined">
          <p>
            {declineReasons[declined_reason]}, <DateTime of={declinedAt} />
          </p>
          {declined_message ? (
            <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
              “{declined_message}”
            </p>
          ) : (
            <p className="mt-1 text-muted">Without a message.</p>
          )}
        </Note>
      ) : null}
      {withdrawnAt ? (
        <Note title="Withdrawn by the applicant">
          <p>
            <DateTime of={withdrawnAt} />. To decide on it, bring it back first.
          </p>
        </Note>
      ) : null}
      <UnlistedNote key={`unlisted ${_id}`} application={application} />
      <SamePerson key={_id} application={application} list={list} />
      <Documents application={application} list={list} />
      <Papers application={application} list={list} />
      <Answers application={application}>
        <ExtraAnswers application={application} list={list} />
      </Answers>
      <IntakeSection application={application} decide={decide} onWait={onWait} />
      <Assignee application={application} />
      <StaffNotes applicationId={_id} />
      <RecordMessages applicationId={_id} />
      <RecordHistory recordId={_id} />
    </>
  )
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-5 rounded-md border border-l-8 border-danger bg-white px-4 py-3 text-sm">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  )
}

/** Asks staff to confirm a typed institution or course; renders nothing if both are in the list. */
function UnlistedNote({ application }: { application: Application }) {
  // The application as it was when the dialog was opened: a newer one may have nothing to confirm.
  const [opened, setOpened] = useState<Application | null>(null)
  const { institution_name, course_name } = application
  const isListed = institution_name === null && course_name === null
  return (
    <>
      {isListed ? null : (
        <section className="mb-5 rounded-md border border-l-8 border-mango-400 bg-white px-4 py-3 text-sm">
          <h3 className="text-lg">Not in the list</h3>
          {institution_name === null ? null : <Line label="Institution">{institution_name}</Line>}
          {course_name === null ? null : <Line label="Course">{course_name}</Line>}
          <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
            <Button size="sm" variant="outline" onClick={() => setOpened(application)}>
              Add or choose
            </Button>
            <Link className="link" to="/admin/industrial-attachments?view=all&unlisted=true">
              All such applications
            </Link>
          </div>
        </section>
      )}
      {opened ? <UnlistedDialog application={opened} onClose={() => setOpened(null)} /> : null}
    </>
  )
}

function Line({ label, children }: { label: string; children: string }) {
  return (
    <p className="wrap-anywhere">
      <span className="text-muted">{label}:</span> <span dir="auto">{children}</span>
    </p>
  )
}
