import { sql } from 'kysely'

import {
  letterCodePattern,
  readLetterCode,
  type LetterState,
  type VerifiedLetter,
} from '../../../contract/intake/letter.ts'
import type { PersonalData } from '../../../contract/application/personal-data.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import type { Database } from '../../database/tables.ts'
import { PublicError } from '../domain-error.ts'
import { networkOf, type RateLimit, type LimitedAccess } from '../rate-limiter.ts'
import { fullName } from './letters.ts'

/** Counts codes that no letter has, so that nobody can guess codes. A whole college may share a network. */
const unknownCodes: RateLimit = {
  name: 'codes of letters',
  max: 200,
  seconds: 3600,
  of: 'codes that no letter has',
}

/** The public facts of a letter, by its code as it was typed. */
export async function verifyLetter(
  { db, limiter }: LimitedAccess,
  typed: string,
  address: string,
): Promise<VerifiedLetter | PublicError> {
  const network = networkOf(address)
  const tooMany = await limiter.consume([unknownCodes, network])
  if (tooMany) return tooMany
  const code = readLetterCode(typed)
  const [found] = letterCodePattern.test(code)
    ? await selectLetters(db).where('letters.code', '=', code).execute()
    : []
  if (!found) {
    return new PublicError('not_found', 'We know no letter with this code. Please check the code.')
  }
  await limiter.refund([unknownCodes, network])
  const state = stateOf(found)
  const { firstName, lastName, institution, department, department_sw } = found
  const { startsOn, endsOn, kind } = found
  return {
    valid: state === 'valid',
    state,
    firstName,
    initial: String.fromCodePoint(lastName.codePointAt(0) ?? 0x20),
    institution,
    department,
    department_sw,
    startsOn,
    endsOn,
    kind,
    issuedOn: dayInKenya(found.createdAt),
  }
}

/** The letters of an application, the oldest first. */
export async function lettersOf(
  db: Database,
  attachment: string,
): Promise<PersonalData['applications'][number]['letters']> {
  const rows = await selectLetters(db)
    .where('letters.attachment', '=', attachment)
    .orderBy('letters._id')
    .execute()
  return rows.map((row) => ({
    code: row.code,
    kind: row.kind,
    state: stateOf(row),
    issuedOn: dayInKenya(row.createdAt),
    name: fullName(row),
    institution: row.institution,
    department: row.department,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
  }))
}

function selectLetters(db: Database) {
  return (
    db
      .selectFrom('letters')
      .innerJoin('attachments', 'attachments._id', 'letters.attachment')
      .leftJoin('placements', 'placements.attachment', 'letters.attachment')
      // A renamed department no longer has the name that its earlier letters state.
      .leftJoin('departments', 'departments.name', 'letters.department')
      .selectAll('letters')
      .select(['attachments.offerState', 'placements.brokenOffOn'])
      .select('departments.name_sw as department_sw')
      .select(['placements.startsOn as currentStart', 'placements.endsOn as currentEnd'])
      .select(hasMoved.as('hasMoved'))
      .select(
        sql<boolean | number>`exists (select 1 from letters later
        where later.attachment = letters.attachment and later.kind = letters.kind
          and later._id > letters._id)`.as('isReplaced'),
      )
  )
}

/** Whether staff have moved the placement to another department since. */
const hasMoved = sql<boolean | number>`exists (select 1 from history
  where history.record = placements._id and history.action = 'change'
    and history."createdAt" >= letters."createdAt"
    and ',' || history.fields || ',' like '%,department,%')`

type Letter = Awaited<ReturnType<ReturnType<typeof selectLetters>['execute']>>[number]

/**
 * A letter is withdrawn when the place is lost or the attachment was broken off. A letter with other dates
 * than the placement counts as replaced, even if no other was issued: its certificate could be wrong. A
 * certificate stays valid when names change, also if another one was issued with the new names.
 */
function stateOf(letter: Letter): LetterState {
  const { kind, offerState, brokenOffOn, startsOn, endsOn, currentStart, currentEnd } = letter
  if (offerState !== 'confirmed' || brokenOffOn !== null) return 'withdrawn'
  const hasOldDates = startsOn !== currentStart || endsOn !== currentEnd
  const isReplaced = letter.isReplaced && (kind !== 'completion' || letter.hasMoved)
  return isReplaced || hasOldDates ? 'replaced' : 'valid'
}
