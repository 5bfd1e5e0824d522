import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { OfferState, Waiting } from '../../../contract/intake/offer.ts'
import type {
  OwnApplication,
  ApplicantStatus,
} from '../../../contract/application/own-application.ts'
import { declineReasons } from '../../../contract/application/decline-reasons.ts'
import { departmentIn } from '../../../contract/department.ts'
import { nameIn } from '../../../contract/language/languages.ts'
import { useLanguage } from '../../lib/language.tsx'
import { attachmentDays, placementFacts } from './intake-dates.ts'
import { longDay } from '../../lib/public-dates.ts'
import { Fact } from '../fact.tsx'
import { offerStateOf } from './own-offer.tsx'

interface Words {
  title: PageSentence
  text: PageSentence
  next: PageSentence
}

const words: Record<ApplicantStatus, Words> = {
  received: {
    title: 'We are still deciding',
    text: 'Your application is here and our team is reading it. Nothing has been decided yet.',
    next: 'We contact you by phone or email, whatever we decide. You need not do anything until then. If you gave us links to your CV and cover letter, please keep them open.',
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

/** Words about the offer of a place in an intake, in place of those about the status. */
const offerWords: Record<OfferState, Words> = {
  open: {
    title: 'We offer you a place',
    text: 'Congratulations! We have a place for you. It is yours when you confirm it.',
    next: 'Please tell us whether you accept the place. Without an answer by that day, it goes to somebody else.',
  },
  confirmed: {
    title: 'Your place is confirmed',
    text: 'Thank you for confirming. We look forward to meeting you.',
    next: 'We contact you before your first day and tell you what to bring. If you cannot come after all, please withdraw: somebody else can have your place.',
  },
  declined: {
    title: 'You have declined the place',
    text: 'Thank you for telling us. The place goes to somebody else.',
    next: 'Nothing. If you have changed your mind, please ask us soon. You are welcome to apply again.',
  },
  lapsed: {
    title: 'The time to answer is over',
    text: 'We offered you a place and did not get your answer in time, so the offer has ended.',
    next: 'If you still want to come, please ask us and name your reference ID. We cannot promise that a place is left. You are welcome to apply again.',
  },
}

const waitingWords: Words = {
  title: 'You are on the waiting list',
  text: 'All places in your department are taken at the moment. If one becomes free, it goes to the first on the list.',
  next: 'We contact you by phone or email if there is a place for you. You need not do anything until then.',
}

const brokenOffWords: Words = {
  title: 'Your attachment ended early',
  text: 'Your attachment with us ended before its planned last day.',
  next: 'If you have a question about it or need a paper, please ask us and name your reference ID. You are welcome to apply again.',
}

function wordsFor(own: OwnApplication) {
  if (own.placement?.brokenOffOn) return brokenOffWords
  const offer = offerStateOf(own)
  if (offer) return offerWords[offer]
  return own.standing === 'received' && own.waiting ? waitingWords : words[own.standing]
}

/** Tells applicants the status of their application and the next step. */
export function StatusDetails(own: OwnApplication) {
  const { tServer, locale } = useLanguage()
  const { referenceId, standing, receivedAt, endedAt } = own
  const { title, text, next } = wordsFor(own)
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer(title)}</h1>
      <p className="mt-4 text-lg">{tServer(text)}</p>
      {standing === 'received' && own.waiting ? <Rank {...own.waiting} /> : null}
      <dl className="mt-8 space-y-4 rounded-lg border-2 border-lagoon-800 bg-white p-6">
        <Fact name={tServer('Reference ID')}>
          <span className="font-mono text-xl font-bold break-words">{referenceId}</span>
        </Fact>
        <Fact name={tServer('Received on')}>{longDay(receivedAt, locale)}</Fact>
        {own.arrivedLate ? (
          <Fact name={tServer('Arrived late')}>
            {tServer(
              'Your application arrived after the intake had closed. We have kept it and marked it as late.',
            )}
          </Fact>
        ) : null}
        <IntakeFacts {...own} />
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

/** The intake with the department and the days of the attachment. */
function IntakeFacts({ intake, placement, ...own }: OwnApplication) {
  const i18n = useLanguage()
  const { tServer, language } = i18n
  const department = departmentIn(language, own)
  if (!intake) return null
  return (
    <>
      <Fact name={tServer('Intake')}>{nameIn(language, intake)}</Fact>
      {department ? <Fact name={tServer('Department')}>{department}</Fact> : null}
      <Fact name={tServer('Days of the attachment')}>{attachmentDays(intake, i18n)}</Fact>
      {placementFacts(placement, i18n).map(([name, fact]) => (
        <Fact key={name} name={name}>
          {fact}
        </Fact>
      ))}
    </>
  )
}

/** The place on the waiting list. */
function Rank({ rank, of, places }: Waiting & { places: number }) {
  const { tServer } = useLanguage()
  return (
    <p className="mt-4 text-lg font-semibold">
      {tServer('You are number {rank} of {of}.', { rank, of })}{' '}
      {places === 1
        ? tServer('The department has one place.')
        : tServer('The department has {places} places.', { places })}
    </p>
  )
}
