import type {
  ApplicantCredentials,
  OwnApplication,
} from '../../../contract/application/own-application.ts'
import {
  fieldOfPurpose,
  fileControlOf,
  paperPurposes,
} from '../../../contract/intake/paper-kinds.ts'
import { documentQuestions } from '../../../contract/application/questions.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { FormErrors, Messages } from '../../forms/use-form.ts'
import {
  languageStep,
  type PageRefusal,
  type PageServices,
  type PostedForm,
} from '../../page-context.ts'
import type { Replacing } from './own-documents.tsx'
import { answersStep } from './own-missing-answers.tsx'
import { noFile } from './form-messages.ts'
import { offerStateOf } from './own-status-words.ts'
import type { OwnChange } from './own-outcome.tsx'
import type { AskedStep } from './own-question.tsx'

/** Data of the status page after a POST. */
export interface Answer {
  /** As the user has typed them. */
  credentials: ApplicantCredentials
  own: OwnApplication | null
  /** The step that the user is asked to confirm. */
  asksFor: AskedStep | null
  /** The changed part of the application. */
  changed: OwnChange | null
  refusal: FormErrors | null
  replacing: Replacing | null
}

interface Posted extends PostedForm {
  services: PageServices
  credentials: ApplicantCredentials
}

type Step = (posted: Posted) => Promise<OwnApplication | PageRefusal>

/** The actions of the buttons, by their value. Any other value only shows the application. */
const steps = new Map<string, Step>([
  ['withdraw', ({ services, credentials }) => services.withdrawOwn(credentials)],
  ['confirm', answerOffer('confirm')],
  ['decline', answerOffer('decline')],
  ['contact', setContactBy],
  ['replace', replaceDocument],
  ['paper', sendPaper],
])

const changes = new Map<string, OwnChange>([
  ['replace', 'document'],
  ['paper', 'paper'],
  ['contact', 'contact'],
])

/** Runs the action of the pressed button. `refused`: the reason why the server has not done it. */
export async function takeStep(
  services: PageServices,
  { form, fileErrors }: PostedForm,
): Promise<{ answer: Answer; refused?: PageRefusal }> {
  const credentials = credentialsIn(form)
  const step = textIn(form, 'step')
  const nothing = { own: null, asksFor: null, changed: null, refusal: null, replacing: null }
  const answer: Answer = { credentials, ...nothing }
  // A change of language keeps what the user has typed.
  const isIncomplete = !credentials.reference || !credentials.contact
  if (step === languageStep && isIncomplete) return { answer }

  const outcome = await (steps.get(step) ?? show)({ services, credentials, form, fileErrors })
  if (!('status' in outcome)) {
    const changed = changes.get(step) ?? null
    const asksFor = questionBefore(step, outcome)
    const refusal = isConfirmedMeanwhile(step, outcome)
      ? { message: confirmedMeanwhile, fields: {} }
      : null
    return { answer: { ...answer, own: outcome, asksFor, changed, refusal } }
  }
  const { status, message, fields = {} } = outcome
  const replacing = replacingOf(form, fields)
  const refusal = {
    message,
    fields: replacing?.errors ?? fields,
  }
  // The application stands above the error, unless nobody may see it.
  const isAboutPaper = step === 'paper' && Object.keys(fields).length > 0
  const isAboutPart = replacing !== null || isAboutPaper || fields['contact_by'] || status === 409
  const own = isAboutPart ? await services.seeOwn(credentials) : outcome
  const visible = 'status' in own ? null : own
  return { answer: { ...answer, own: visible, refusal, replacing }, refused: outcome }
}

/** The token of a new link to the questions, if the button for it was pressed and answers are missing. */
export async function takeAnswersStep(services: PageServices, { form }: PostedForm) {
  if (textIn(form, 'step') !== answersStep) return null
  const outcome = await services.makeAnswersLink(credentialsIn(form))
  return outcome && 'token' in outcome ? outcome.token : null
}

function credentialsIn(form: FormData): ApplicantCredentials {
  return { reference: textIn(form, 'reference'), contact: textIn(form, 'contact') }
}

function show({ services, credentials }: Posted) {
  return services.seeOwn(credentials)
}

function answerOffer(answer: 'confirm' | 'decline'): Step {
  return ({ services, credentials }) => services.answerOffer({ ...credentials, answer })
}

function setContactBy({ services, credentials, form }: Posted) {
  return services.setContactBy({ ...credentials, contact_by: textIn(form, 'contact_by') })
}

async function replaceDocument({ services, credentials, form, fileErrors }: Posted) {
  const question = replacedIn(form)
  if (!question) return services.seeOwn(credentials)
  const { file, key, name, purpose } = question
  const message = fileErrors[file]
  if (message) return { status: 422, message, fields: { document: message } }
  const [document, url] = [textIn(form, key), textIn(form, name)]
  return services.replaceOwnDocument({ ...credentials, purpose, document, url })
}

/** An error of the file has the name of its control. */
async function sendPaper({ services, credentials, form, fileErrors }: Posted) {
  const purpose = paperPurposes.find((one) => one === textIn(form, 'purpose'))
  if (!purpose) return services.seeOwn(credentials)
  const control = fileControlOf(purpose)
  const document = textIn(form, fieldOfPurpose(purpose))
  const wrong = fileErrors[control] ?? (document ? undefined : noFile)
  if (wrong) return { status: 422, message: wrong, fields: { [control]: wrong } }
  const outcome = await services.sendPaper({ ...credentials, purpose, document })
  const atFile = 'status' in outcome && outcome.fields?.['document']
  return atFile ? { ...outcome, fields: { [control]: atFile } } : outcome
}

/** The question before a step that cannot be undone. */
function questionBefore(step: string, own: OwnApplication) {
  if (step === 'ask' && own.canBeWithdrawn) return 'withdraw'
  return step === 'ask to decline' && offerStateOf(own) === 'open' ? 'decline' : null
}

const confirmedMeanwhile: PageSentence =
  'You have confirmed this place already. If you cannot come after all, please withdraw.'

/** Whether a page that is older than the answer to the offer asks to decline it. */
function isConfirmedMeanwhile(step: string, own: OwnApplication) {
  return step === 'ask to decline' && offerStateOf(own) === 'confirmed'
}

/** The refused replacement; null if it is not the file or link that is wrong. */
function replacingOf(form: FormData, { document, url }: Messages): Replacing | null {
  const question = replacedIn(form)
  if (!question || !(document || url)) return null
  const { file, name, purpose } = question
  const errors = { ...(document && { [file]: document }), ...(url && { [name]: url }) }
  return { purpose, url: textIn(form, name), errors }
}

function replacedIn(form: FormData) {
  return documentQuestions.find(({ purpose }) => purpose === textIn(form, 'purpose'))
}

function textIn(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
