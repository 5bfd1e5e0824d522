import { sql } from 'kysely'

import { anyOf } from '../../../database/prepared.ts'
import type { Transaction } from '../../../database/tables.ts'
import { alikePairs } from '../../compare-applications.ts'
import { DomainError } from '../../domain-error.ts'
import { type Change, idsOf } from './decision-state.ts'

interface TwiceOptions {
  /** Accepts the same person twice in an intake, with a reason for the history. */
  twice?: boolean | undefined
  reason?: string | null | undefined
}

/**
 * The error if a change accepts a person who is accepted twice in an intake then. With `twice`, these
 * changes get the reason instead.
 */
export async function withReasonOfTwice(
  transaction: Transaction,
  changes: Change[],
  { twice, reason }: TwiceOptions,
): Promise<Change[] | DomainError> {
  const found = await acceptedTwice(transaction, changes)
  if (found.length === 0) return changes
  if (!twice) return samePersonConflict(found)
  const ids = new Set(found.flatMap(({ _id, other }) => [_id, other]))
  return changes.map((change) =>
    reason && ids.has(change.before._id) ? { ...change, note: reason } : change,
  )
}

/** Two applications in one intake, one of which is accepted now. */
interface Twice {
  _id: string
  name: string
  other: string
  otherReference: string
}

/**
 * The applications that are accepted now, and another one of the same person in the intake that is
 * accepted, too. Pairs of different people do not count.
 */
export async function acceptedTwice(transaction: Transaction, changes: Change[]) {
  const isAccepted = ({ before, after }: Change) =>
    after.is_accepted && !before.is_accepted && before.intake !== null
  const accepted = idsOf(changes.filter(isAccepted))
  if (accepted.length === 0) return []
  const changed = new Set(idsOf(changes))
  const { rows } = await sql<Twice & { isAccepted: boolean }>`
    select pairs._id, pairs.other, others."referenceId" as "otherReference",
      others.is_accepted as "isAccepted", own.first_name || ' ' || own.last_name as name
    from (select _id, other from (${alikePairs(anyOf(transaction, 'own._id', accepted))}) as alike
      where not exists (
        select 1 from same_person where state = 'different' and (
          first = alike._id and second = alike.other
          or second = alike._id and first = alike.other))
      union select attachment, other from (${decidedSame(transaction, accepted)}) as decided) as pairs
    join attachments as own on own._id = pairs._id
    join attachments as others on others._id = pairs.other and others.intake = own.intake
    order by pairs._id, pairs.other`.execute(transaction)
  const isNew = new Set(accepted)
  return rows.filter(
    ({ other, isAccepted: wasAccepted }) =>
      isNew.has(other) || (wasAccepted && !changed.has(other)),
  )
}

/** The other applications that staff have marked as of the same person. */
function decidedSame(transaction: Transaction, ids: string[]) {
  return sql`select first as attachment, second as other from same_person
      where state = 'same' and ${anyOf(transaction, 'first', ids)}
    union select second, first from same_person
      where state = 'same' and ${anyOf(transaction, 'second', ids)}`
}

/** The sentence that names each person once. */
export function describeTwice(found: Twice[]) {
  const seen = new Set<string>()
  const named = found.flatMap(({ _id, name, other, otherReference }) => {
    if (seen.has(_id)) return []
    seen.add(other)
    return [`${name} (also ${otherReference})`]
  })
  const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : ''
  return `${named.slice(0, mostNamed).join(', ')}${more}`
}

const mostNamed = 5

function samePersonConflict(found: Twice[]) {
  const message = `The same person would be accepted twice in one intake: ${describeTwice(found)}. Nobody was accepted. Accept anyway with a reason, or look at them first.`
  return new DomainError('conflict', message, { fields: {}, details: { code: 'same_person' } })
}
