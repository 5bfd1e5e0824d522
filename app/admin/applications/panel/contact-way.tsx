import type { Application } from '../../../../contract/application/application.ts'
import { contactWays } from '../../../../contract/application/contact-by.ts'
import { Badge } from '../../../ui/badge.tsx'
import { troubleLabel } from '../../activity/message-labels.ts'

/** The transports that the applicant has chosen, and the reason if no SMS can be sent. */
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
          <Badge tone="bad">SMS refused</Badge> {troubleLabel(smsRefused, 'sms')}, so e-mails go
          instead.
        </>
      ) : null}
    </>
  )
}
