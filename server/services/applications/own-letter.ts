import type { ApplicantCredentials } from '../../../contract/application/own-application.ts'
import type { Database } from '../../database/tables.ts'
import { PublicError } from '../domain-error.ts'
import { type LetterFile, makeLetter, type WantedLetter } from '../letters/letter-files.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import { findOwnApplication } from './applicant-credentials.ts'

/** The letter of an application, for its applicant. */
export async function makeOwnLetter(
  db: Database,
  limiter: RateLimiter,
  credentials: ApplicantCredentials,
  wanted: WantedLetter,
  address: string,
): Promise<LetterFile | PublicError> {
  const own = await findOwnApplication(db, limiter, credentials, address)
  return own instanceof PublicError ? own : makeLetter(db, own._id, wanted, null)
}
