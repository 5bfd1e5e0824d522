import type { LetterKind } from '../../../contract/intake/letter-kinds.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import type { Database, LettersTable } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { applicationDeleted, PublicError, publicConflict } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { newRecord } from '../ids.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { papersOf } from '../papers/papers.ts'
import { printableText } from './printable-text.ts'
import { randomBase32 } from '../tokens.ts'

// A letter is made from current data on demand. The table has the facts that each issued letter
// states. A letter with the same facts keeps its code; with other facts, it replaces the earlier one.

type LetterFacts = Omit<LettersTable, '_id' | 'createdAt' | 'code' | 'attachment' | 'kind'>

export interface IssuedLetter extends LetterFacts {
  /** The name of the department in Kiswahili. It is no fact: a new one changes no code. */
  department_sw: string | null
  /** The papers that the intake names itself. They are no facts, either. */
  ownPapers: { name: string; name_sw: string | null }[]
  code: string
  kind: LetterKind
  /** YYYY-MM-DD, in Kenya. */
  issuedOn: string
}

/** The whole name, as a letter states it. */
export function fullName({ firstName, middleName, lastName }: LetterFacts) {
  return [firstName, middleName, lastName].filter(Boolean).join(' ')
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
export function issueLetter(db: Database, attachment: string, kind: LetterKind, by: string | null) {
  return inTransaction(db, async (transaction) => {
    // The row lock prevents two codes for the same facts.
    if (!(await lockRecord(transaction, 'attachments', attachment))) return applicationDeleted()
    const found = await readFacts(transaction, attachment)
    if (!found || !kindsFor(found).includes(kind)) return noLetter(kind)
    const { facts, department_sw } = found
    const papers = (await papersOf(transaction, [attachment]))(attachment)
    const ownPapers = papers.flatMap(({ name, name_sw, dueOn }) =>
      name !== null && dueOn !== null ? [{ name, name_sw }] : [],
    )
    if (
      [...Object.values(facts), department_sw].some(
        (fact) => fact !== null && printableText(fact) === null,
      )
    ) {
      return publicConflict(
        'This letter cannot be printed: a name has letters that our typeface lacks.',
      )
    }
    const latest = await transaction
      .selectFrom('letters')
      .selectAll()
      .where('attachment', '=', attachment)
      .where('kind', '=', kind)
      .orderBy('_id', 'desc')
      .executeTakeFirst()
    const letter = latest && hasFacts(latest, facts) ? latest : undefined
    // 60 random bits.
    const code = randomBase32(12).match(/.{3}/g)!.join('-')
    const row = letter ?? { ...newRecord(), code, attachment, kind, ...facts }
    if (!letter) await transaction.insertInto('letters').values(row).execute()
    const event = eventOn('attachment', attachment, by)
    await recordHistory(transaction, { action: 'letter', ...event, fields: [kind] })
    const { code: issued, createdAt } = row
    const issuedOn = dayInKenya(createdAt)
    return { ...facts, department_sw, ownPapers, kind, code: issued, issuedOn }
  })
}

interface Found {
  facts: LetterFacts
  department_sw: string | null
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
    .select(['first_name as firstName', 'middle_name as middleName', 'last_name as lastName'])
    .select(({ fn }) => [
      fn.coalesce('institutions.name', 'institution_name').as('institution'),
      fn.coalesce('users.name', 'supervisorName').as('supervisor'),
    ])
    .select(['departments.name as department', 'departments.name_sw as department_sw'])
    .select(['startsOn', 'endsOn', 'brokenOffOn'])
    .where('placements.attachment', '=', attachment)
    .where('attachments.offerState', '=', 'confirmed')
    .executeTakeFirst()
  if (!row) return undefined
  const { brokenOffOn, department_sw, ...facts } = row
  return { facts, department_sw, brokenOffOn }
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
  new PublicError(
    'conflict',
    kind === 'completion'
      ? 'A certificate is made once the attachment has ended.'
      : 'This letter is made once the applicant has confirmed the place.',
  )
