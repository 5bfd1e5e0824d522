import { toNationalNumber } from '../../../contract/phone-number.ts'
import type { ApplicantCredentials } from '../../../contract/application/own-application.ts'
import {
  networkOf,
  type RememberedFact,
  type RateLimit,
  type LimitedAccess,
  type LimitCheck,
} from '../rate-limiter.ts'
import { PublicError } from '../domain-error.ts'
import { findRow } from '../rows.ts'
import { lapseIfOver } from './offers.ts'

// Applicants see and withdraw their own application without an account. Their credentials are the
// reference ID and a contact: the phone number or e-mail address of the application.

/**
 * The limit per IP address is high, because a whole campus may share one address. All limits in
 * this file count only failed attempts.
 */
const perAddress: RateLimit = {
  name: 'proofs of an address',
  max: 1000,
  seconds: 3600,
  of: 'tries that found no application',
}
/** Limits the guesses of the contact for one reference ID. */
const perReference: RateLimit = { ...perAddress, name: 'proofs of a reference', max: 10 }
/**
 * A separate limit for networks from which the applicant has viewed the application. Strangers who
 * know the reference ID cannot use up this limit and lock the applicant out.
 */
const fromKnownNetwork: RateLimit = { ...perReference, name: 'proofs of a reference from a place' }
/**
 * Limits the guesses of a reference ID for one contact, per network. A limit for all networks
 * together would let anybody who knows a contact lock its owner out.
 */
const perContact: RateLimit = { ...perAddress, name: 'proofs of a contact from a place', max: 20 }
/** An application was viewed from a network. "Place" in a stored name means a network. */
const knownNetwork: RememberedFact = { name: 'places of a reference', seconds: 30 * 24 * 3600 }

/**
 * Finds the application of these credentials. An unknown reference ID and a wrong contact get the
 * same error after the same work.
 */
export async function findOwnApplication(
  { db, limiter }: LimitedAccess,
  { reference, contact }: ApplicantCredentials,
  address: string,
) {
  const network = networkOf(address)
  const referenceAndNetwork = `${reference} ${network}`
  const isKnown = await limiter.isRemembered(knownNetwork, referenceAndNetwork)
  const plainContact = contact.includes('@') ? contact : toNationalNumber(contact)
  const tries: LimitCheck[] = [
    [perAddress, network],
    [perContact, `${plainContact} ${network}`],
    isKnown ? [fromKnownNetwork, referenceAndNetwork] : [perReference, reference],
  ]
  const tooMany = await limiter.consume(...tries)
  if (tooMany) return tooMany

  const found = await findRow(db, 'attachments', { referenceId: reference })
  const { email, phone_number } = found ?? nobody
  const contacts = [email.toLowerCase(), toNationalNumber(phone_number)]
  if (!contacts.includes(plainContact) || !found) return applicationNotFound()

  await limiter.refund(...tries)
  await limiter.remember(knownNetwork, referenceAndNetwork)
  return lapseIfOver(db, found)
}

const nobody = { email: '', phone_number: '' }

export function applicationNotFound() {
  return new PublicError(
    'not_found',
    'We know no application with this reference ID and this phone number or email address. Please check both.',
  )
}
