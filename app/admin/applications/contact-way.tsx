import type { Application } from '../../../contract/application.ts'
import { contactWays } from '../../../contract/contact-by.ts'
import { Badge } from '../../ui/badge.tsx'
import { troubleLabel } from '../activity/message-labels.ts'

/** How the applicant wants to be written to, and why no SMS can be sent. */
export function ContactWay({
  application: { contact_by, smsRefused },
}: {
  application: Pick<Application, 'contact_by' | 'smsRefused'>
}) {
  return (
    <>
      {contactWays[contact_by]}
      {smsRefused ? (
        <>
          {' '}
          <Badge tone="bad">No SMS</Badge> {troubleLabel(smsRefused, 'sms')}. E-mails go instead.
        </>
      ) : null}
    </>
  )
}
