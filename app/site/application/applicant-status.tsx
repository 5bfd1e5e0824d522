import type { ReactNode } from 'react'
import type { PageSentence } from '../../../contract/kiswahili-server.ts'
import type { OwnApplication, ApplicantStatus } from '../../../contract/own-application.ts'
import { declineReasons } from '../../../contract/decline-reasons.ts'
import { useLanguage } from '../../lib/language.tsx'
import { longDay } from '../../lib/public-dates.ts'

interface Words {
  title: PageSentence
  text: PageSentence
  next: PageSentence
}

const words: Record<ApplicantStatus, Words> = {
  received: {
    title: 'We are still deciding',
    text: 'Your application is here and our team is reading it. Nothing has been decided yet.',
    next: 'We contact you by phone or email, whatever we decide. You need not do anything until then. If you gave us links to your resume and cover letter, please keep them open.',
  },
  accepted: {
    title: 'You are accepted',
    text: 'Congratulations! We would like you to do your attachment with us.',
    next: 'We contact you by phone or email to agree on your first day. If you cannot come after all, please withdraw: somebody else can have your place.',
  },
  declined: {
    title: 'We cannot offer you a place',
    text: 'Thank you for your interest and your patience. We are sorry: we cannot accept this application.',
    next: 'This application ends here, but you are welcome to apply again, for another department or another time.',
  },
  withdrawn: {
    title: 'You have withdrawn',
    text: 'You withdrew this application and we are not working on it any more.',
    next: 'Nothing, unless you change your mind: apply again, or ask us to bring this application back.',
  },
  closed: {
    title: 'This application is closed',
    text: 'We have put it into our archive and are not working on it any more.',
    next: 'If you still expect an answer from us, please ask and name your reference ID. You are welcome to apply again.',
  },
}

/** Tells applicants the status of their application and the next step. */
export function StatusDetails({
  referenceId,
  standing,
  receivedAt,
  endedAt,
  ...own
}: OwnApplication) {
  const { tServer, locale } = useLanguage()
  const { title, text, next } = words[standing]
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer(title)}</h1>
      <p className="mt-4 text-lg">{tServer(text)}</p>
      <dl className="mt-8 space-y-4 rounded-lg border-2 border-lagoon-800 bg-white p-6">
        <Fact name={tServer('Reference ID')}>
          <span className="font-mono text-xl font-bold break-words">{referenceId}</span>
        </Fact>
        <Fact name={tServer('Received on')}>{longDay(receivedAt, locale)}</Fact>
        {endedAt ? (
          <Fact name={tServer(standing === 'declined' ? 'Declined on' : 'Withdrawn on')}>
            {longDay(endedAt, locale)}
          </Fact>
        ) : null}
        {own.declined_reason ? (
          <Fact name={tServer('Reason')}>{tServer(declineReasons[own.declined_reason])}</Fact>
        ) : null}
        {own.declined_message ? (
          <Fact name={tServer('Message from our team')}>
            <span className="whitespace-pre-line">{own.declined_message}</span>
          </Fact>
        ) : null}
      </dl>
      <h2 className="mt-10 text-xl">{tServer('What happens next')}</h2>
      <p className="mt-2">{tServer(next)}</p>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
