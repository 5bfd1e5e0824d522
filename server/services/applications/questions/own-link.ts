import type { ApplicantCredentials } from '../../../../contract/application/own-application.ts'
import { PublicError } from '../../domain-error.ts'
import type { LimitedAccess } from '../../rate-limiter.ts'
import { countMissing } from '../../questions/shown-extra.ts'
import { findOwnApplication } from '../applicant-credentials.ts'
import { createAnswersLink } from './answer-requests.ts'

/** Makes a one-time link for an applicant who wants to give the missing answers now; null if none is missing. */
export async function makeOwnLink(
  access: LimitedAccess,
  credentials: ApplicantCredentials,
  address: string,
): Promise<{ token: string } | null | PublicError> {
  const own = await findOwnApplication(access, credentials, address)
  if (own instanceof PublicError) return own
  if ((await countMissing(access.db, own)) === 0) return null
  return createAnswersLink(access.db, own._id)
}
