import { dayInKenya } from '../../../contract/time-zone.ts'
import type { Settings } from '../../settings.ts'
import { type DoctorEnvironment, type Finding, warningFinding } from './finding.ts'
import { withReady } from './with-ready.ts'

/** Finds accepted insurances that end before the attachment does. */
export async function checkInsurances(
  { now }: Pick<DoctorEnvironment, 'now'>,
  settings: Settings,
): Promise<Finding[]> {
  const short = await withReady(settings, (db) =>
    db
      .selectFrom('papers')
      .innerJoin('placements', 'placements.attachment', 'papers.attachment')
      .innerJoin('attachments', 'attachments._id', 'papers.attachment')
      .select(['referenceId', 'validUntil', 'endsOn'])
      .where('purpose', '=', 'insurance')
      .where('papers.state', '=', 'accepted')
      .where('offerState', '=', 'confirmed')
      .where('brokenOffOn', 'is', null)
      .where('endsOn', '>=', dayInKenya(now()))
      .whereRef('validUntil', '<', 'endsOn')
      .orderBy('validUntil')
      .orderBy('referenceId')
      .execute(),
  )
  return (short ?? []).map(({ referenceId, validUntil, endsOn }) =>
    warningFinding(
      `The insurance of ${referenceId} ends on ${validUntil}, before the attachment does (${endsOn})`,
      'Open the application, send the insurance back with the reason “Expired”, and ask for a longer one.',
    ),
  )
}
