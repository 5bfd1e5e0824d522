import { sql, type Selectable } from 'kysely'

import type { LetterKind } from '../../../contract/letter-kinds.ts'
import {
  letterCodePattern,
  type LetterState,
  type VerifiedLetter,
} from '../../../contract/letter.ts'
import type { PersonalData } from '../../../contract/personal-data.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import type { Database, LettersTable } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { DomainError, notFound } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { newRecord } from '../ids.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { newLetterCode } from './letter-code.ts'

// A letter is made from current data on demand. The table has the facts that each issued letter
// states. A letter with the same facts keeps its code; with other facts, it replaces the earlier one.

/** What a letter states. */
export type LetterFacts = Pick<
  Selectable<LettersTable>,
  'firstName' | 'lastName' | 'institution' | 'department' | 'startsOn' | 'endsOn' | 'supervisor'
>

export interface IssuedLetter extends LetterFacts {
  code: string
  kind: LetterKind
  /** YYYY-MM-DD, in Kenya. */
  issuedOn: string
}

/** The kinds of letters that an applicant can get now. */
export async function lettersFor(db: Database, attachment: string): Promise<LetterKind[]> {
  const found = await readFacts(db, attachment)
  return found ? kindsFor(found) : []
}

/**
 * Issues a letter: finds the code of the same facts, or stores a new one. `by` is the user; null for
 * the applicant.
 */
export function issueLetter(
  db: Database,
  attachment: string,
  kind: LetterKind,
  by: string | null,
): Promise<IssuedLetter | DomainError> {
  return inTransaction(db, async (transaction) => {
    // The row lock prevents two codes for the same facts.
    if (!(await lockRecord(transaction, 'attachments', attachment))) return notFound('application')
    const found = await readFacts(transaction, attachment)
    if (!found || !kindsFor(found).includes(kind)) return noLetter(kind)
    const { facts } = found
    const [latest] = await transaction
      .selectFrom('letters')
      .selectAll()
      .where('attachment', '=', attachment)
      .where('kind', '=', kind)
      .orderBy('_id', 'desc')
      .limit(1)
      .execute()
    const letter = latest && hasFacts(latest, facts) ? latest : undefined
    const row = letter ?? { ...newRecord(), code: newLetterCode(), attachment, kind, ...facts }
    if (!letter) await transaction.insertInto('letters').values(row).execute()
    await recordHistory(transaction, {
      action: 'letter',
      entity: 'attachment',
      record: attachment,
      fields: [kind],
      ...(by !== null && { user: by }),
    })
    return { ...facts, kind, code: row.code, issuedOn: dayInKenya(row.createdAt) }
  })
}

/** What anybody may know who has the code of a letter. */
export async function verifyLetter(
  db: Database,
  code: string,
): Promise<VerifiedLetter | DomainError> {
  if (!letterCodePattern.test(code)) return unknownCode()
  const [found] = await selectLetters(db).where('letters.code', '=', code).execute()
  if (!found) return unknownCode()
  const state = stateOf(found)
  const { firstName, lastName, institution, department, startsOn, endsOn, kind } = found
  return {
    valid: state === 'valid',
    state,
    firstName,
    initial: String.fromCodePoint(lastName.codePointAt(0) ?? 0x20),
    institution,
    department,
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
    name: `${row.firstName} ${row.lastName}`,
    institution: row.institution,
    department: row.department,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
  }))
}

function selectLetters(db: Database) {
  return db
    .selectFrom('letters')
    .innerJoin('attachments', 'attachments._id', 'letters.attachment')
    .leftJoin('placements', 'placements.attachment', 'letters.attachment')
    .selectAll('letters')
    .select(['attachments.offerState', 'placements.brokenOffOn'])
    .select(
      sql<boolean | number>`exists (select 1 from letters later
        where later.attachment = letters.attachment and later.kind = letters.kind
          and later._id > letters._id)`.as('isReplaced'),
    )
}

type Letter = Awaited<ReturnType<ReturnType<typeof selectLetters>['execute']>>[number]

/** A letter is withdrawn when the place is lost or the attachment was broken off. */
function stateOf({ offerState, brokenOffOn, isReplaced }: Letter): LetterState {
  if (offerState !== 'confirmed' || brokenOffOn !== null) return 'withdrawn'
  return isReplaced ? 'replaced' : 'valid'
}

interface Found {
  facts: LetterFacts
  brokenOffOn: string | null
}

/** The facts of an applicant who has confirmed a place; undefined for others. */
async function readFacts(db: Database, attachment: string): Promise<Found | undefined> {
  const row = await db
    .selectFrom('placements')
    .innerJoin('attachments', 'attachments._id', 'placements.attachment')
    .leftJoin('institutions', 'institutions._id', 'attachments.institution')
    .leftJoin('departments', 'departments._id', 'placements.department')
    .leftJoin('users', 'users._id', 'placements.supervisor')
    .select(['first_name', 'middle_name', 'last_name', 'startsOn', 'endsOn', 'brokenOffOn'])
    .select(['institutions.name as institution', 'departments.name as department'])
    .select(['users.name as userName', 'supervisorName'])
    .where('placements.attachment', '=', attachment)
    .where('attachments.offerState', '=', 'confirmed')
    .executeTakeFirst()
  if (!row) return undefined
  const { institution, department, startsOn, endsOn, brokenOffOn } = row
  const firstName = [row.first_name, row.middle_name].filter(Boolean).join(' ')
  const supervisor = row.userName ?? row.supervisorName
  const facts = { firstName, lastName: row.last_name, institution, department, startsOn, endsOn }
  return { facts: { ...facts, supervisor }, brokenOffOn }
}

/** A completion certificate is made from the day after the last day. */
function kindsFor({ facts: { endsOn }, brokenOffOn }: Found): LetterKind[] {
  if (brokenOffOn !== null) return []
  return endsOn < dayInKenya(Date.now()) ? ['acceptance', 'completion'] : ['acceptance']
}

function hasFacts(letter: LetterFacts, facts: LetterFacts) {
  const names = Object.keys(facts) as (keyof LetterFacts)[]
  return names.every((name) => letter[name] === facts[name])
}

const noLetter = (kind: LetterKind) =>
  new DomainError(
    'conflict',
    kind === 'completion'
      ? 'A certificate is made once the attachment has ended.'
      : 'This letter is made once the applicant has confirmed the place.',
  )

const unknownCode = () =>
  new DomainError('not_found', 'We know no letter with this code. Please check the code.')
