import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { OfferState } from '../../../contract/intake/offer.ts'
import type {
  OwnApplication,
  ApplicantStatus,
} from '../../../contract/application/own-application.ts'
import { todayInKenya } from '../../lib/today.ts'

/** `action`: the applicant has to do something. `over`: nothing happens any more. */
type Tone = 'waiting' | 'action' | 'good' | 'over'

/** The steps of every application. */
export const steps = [
  'Received',
  'Decision',
  'Confirmation',
  'Attachment',
] as const satisfies readonly PageSentence[]

interface Words {
  title: PageSentence
  text: PageSentence
  next: PageSentence
  tone: Tone
  /** The index of the current step; 4 if all are done. Left out if the application ended before. */
  step?: number
}

const words: Record<ApplicantStatus, Words> = {
  received: {
    title: 'We are still deciding',
    tone: 'waiting',
    step: 1,
    text: 'Your application is here and our team is reading it. Nothing has been decided yet.',
    next: 'We contact you by phone or email, whatever we decide. You need not do anything until then. If you gave us links to your CV and cover letter, please keep them open.',
  },
  accepted: {
    title: 'You are accepted',
    tone: 'good',
    step: 2,
    text: 'Congratulations! We would like you to do your attachment with us.',
    next: 'We contact you by phone or email to agree on your first day. If you cannot come after all, please withdraw: somebody else can have your place.',
  },
  declined: {
    title: 'We cannot offer you a place',
    tone: 'over',
    text: 'Thank you for your interest and your patience. We are sorry: we cannot accept this application.',
    next: 'This application ends here, but you are welcome to apply again, for another department or another time.',
  },
  withdrawn: {
    title: 'You have withdrawn',
    tone: 'over',
    text: 'You withdrew this application and we are not working on it any more.',
    next: 'Nothing, unless you change your mind: apply again, or ask us to bring this application back.',
  },
  closed: {
    title: 'This application is closed',
    tone: 'over',
    text: 'We have put it into our archive and are not working on it any more.',
    next: 'If you still expect an answer from us, please ask and name your reference ID. You are welcome to apply again.',
  },
}

/** Words about the offer of a place in an intake, in place of those about the status. */
const offerWords: Record<OfferState, Words> = {
  open: {
    title: 'We offer you a place',
    tone: 'action',
    step: 2,
    text: 'Congratulations! We have a place for you. It is yours when you confirm it.',
    next: 'Please tell us whether you accept the place. Without an answer by that day, it goes to somebody else.',
  },
  confirmed: {
    title: 'Your place is confirmed',
    tone: 'good',
    step: 3,
    text: 'Thank you for confirming. We look forward to meeting you.',
    next: 'We contact you before your first day and tell you what to bring. If you cannot come after all, please withdraw: somebody else can have your place.',
  },
  declined: {
    title: 'You have declined the place',
    tone: 'over',
    text: 'Thank you for telling us. The place goes to somebody else.',
    next: 'Nothing. If you have changed your mind, please ask us soon. You are welcome to apply again.',
  },
  lapsed: {
    title: 'The time to answer is over',
    tone: 'over',
    text: 'We offered you a place and did not get your answer in time, so the offer has ended.',
    next: 'If you still want to come, please ask us and name your reference ID. We cannot promise that a place is left. You are welcome to apply again.',
  },
}

const lostWords: Words = {
  title: 'Your place is lost',
  tone: 'over',
  text: 'Papers that we asked for were still missing after our reminders, so the place goes to somebody else.',
  next: offerWords.lapsed.next,
}

const waitingWords: Words = {
  title: 'You are on the waiting list',
  tone: 'waiting',
  step: 1,
  text: 'All places in your department are taken at the moment. If one becomes free, it goes to the first on the list.',
  next: 'We contact you by phone or email if there is a place for you. You need not do anything until then.',
}

const brokenOffWords: Words = {
  title: 'Your attachment ended early',
  tone: 'over',
  text: 'Your attachment with us ended before its planned last day.',
  next: 'If you have a question about it or need a paper, please ask us and name your reference ID. You are welcome to apply again.',
}

const runningWords: Words = {
  title: 'Your attachment is running',
  tone: 'good',
  step: 3,
  text: 'Welcome! We are glad that you are with us.',
  next: 'If something is unclear, or if you cannot come on a day, please tell your supervisor or us.',
}

const endedWords: Words = {
  title: 'Your attachment has ended',
  tone: 'good',
  step: 4,
  text: 'Thank you for your work with us. We wish you all the best.',
  next: 'Letters that are ready are on this page. If you need another paper for your college, please ask us and name your reference ID.',
}

/** The title and texts of the status page for the state of an application. */
export function wordsFor(own: OwnApplication): Words {
  if (own.placement?.brokenOffOn) return brokenOffWords
  const offer = offerStateOf(own)
  if (offer === 'confirmed') return wordsForDay(todayInKenya(), own)
  // Only a place that was confirmed can be lost by missing papers.
  if (offer === 'lapsed' && own.offer?.answeredAt) return lostWords
  if (offer) return offerWords[offer]
  return own.standing === 'received' && own.waiting ? waitingWords : words[own.standing]
}

/** Before, during and after the attachment. */
function wordsForDay(today: string, { intake }: OwnApplication) {
  if (!intake || today < intake.startsOn) return offerWords.confirmed
  return today <= intake.endsOn ? runningWords : endedWords
}

/** The state of the offer as the page shows it; null without one. A later decision of staff stands above it. */
export function offerStateOf({ offer, standing }: OwnApplication) {
  if (!offer) return null
  if (standing === 'accepted') return offer.state
  const isEnded = offer.state === 'declined' || offer.state === 'lapsed'
  return standing === 'closed' && isEnded ? offer.state : null
}
