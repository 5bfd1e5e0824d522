import { isEnded, statusOf } from '../../../contract/application/decision.ts'
import type { Alike, PairInput } from '../../../contract/application/same-person.ts'
import { keyColumns } from '../../database/person-keys.ts'
import { anyOf } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { conflict, DomainError, invalidField, notFound } from '../domain-error.ts'
import { eventsOn, recordHistory } from '../history.ts'
import { now } from '../ids.ts'
import { deleteRows } from '../rows.ts'
import { countAlike } from '../compare-applications.ts'
import { runDecisions, selectApplications } from './decisions/pipeline.ts'

const compared = ['email', ...keyColumns] as const

/** Applications with the same e-mail, name and birth date, or phone number, newest first. */
export async function samePerson(db: Database, _id: string): Promise<Alike[] | DomainError> {
  const own = await db
    .selectFrom('attachments')
    .select(compared)
    .where('_id', '=', _id)
    .executeTakeFirst()
  if (!own) return notFound('application')
  const { email, nameKey, phoneKey, firstNameKey } = own
  const sharing = (column: 'email' | 'nameKey' | 'phoneKey') =>
    db
      .selectFrom('attachments')
      .select(['_id', ...compared])
      .where(column, '=', own[column])
  const found = await sharing('email')
    .union(sharing('nameKey'))
    .union(sharing('phoneKey'))
    .execute()
  const keysOf = new Map(found.map((row) => [row._id, row]))
  keysOf.delete(_id)
  const pairs = await pairsOf(db, _id)
  const rows = await selectNamed(db, [...keysOf.keys()])
  return rows.map((row) => {
    const other = keysOf.get(row._id)!
    const pair = pairs.get(row._id)
    const isEmail = other.email === email
    const isName = nameKey !== null && other.nameKey === nameKey
    const isPhone = phoneKey !== null && other.phoneKey === phoneKey
    const isLikely = isEmail || isName || other.firstNameKey === firstNameKey
    return {
      application: {
        _id: row._id,
        referenceId: row.referenceId,
        name: `${row.first_name} ${row.last_name}`,
        status: statusOf(row),
        intake: row.intake && row.intakeName ? { _id: row.intake, name: row.intakeName } : null,
        createdAt: row.createdAt,
      },
      why: [
        ...(isEmail ? (['email'] as const) : []),
        ...(isPhone ? (['phone'] as const) : []),
        ...(isName ? (['name_birth'] as const) : []),
      ],
      strength: isLikely ? 'likely' : 'shared_phone',
      state: pair?.state ?? 'open',
      by: pair ? { _id: pair.by, name: pair.name ?? 'a former user' } : null,
      at: pair?.at ?? null,
    }
  })
}

/**
 * Stores whether two applications are of the same person, or opens the pair again. Nothing is merged: the
 * application that is not kept is declined as a duplicate, unless it has ended already.
 */
export function decidePair(
  db: Database,
  { _id, otherId }: { _id: string; otherId: string },
  { state, keep }: PairInput,
  by: string,
) {
  return inTransaction(db, async (transaction) => {
    if (keep !== null && keep !== _id && keep !== otherId) {
      return invalidField('keep', 'Choose one of the two applications')
    }
    // The row locks make the second of two concurrent decisions wait, and then refuse it.
    const rows = await selectApplications(transaction, [_id, otherId]).forUpdate().execute()
    if (rows.length < new Set([_id, otherId]).size) return notFound('application')
    const pair = await findPair(transaction, _id, otherId)
    if (pair instanceof DomainError) return pair
    if (state !== 'open' && pair.state !== 'open') return alreadyDecided(pair)
    if (state !== pair.state) {
      const kept = rows.find((row) => row._id === keep)
      const declined = rows.find((row) => kept && row !== kept && !isEnded(row))
      if (declined) {
        // The applicant may have withdrawn it while staff compared the two.
        if (kept?.withdrawnAt) return keptIsWithdrawn(kept)
        const decline = { reason: 'duplicate', message: null } as const
        const decisionOn = () => ({ decline })
        // Only a withdrawn application refuses a decline, and that one has ended.
        await runDecisions(transaction, [declined], { decisionOn, by })
      }
      const [first = '', second = ''] = [_id, otherId].toSorted()
      await deleteRows(transaction, 'same_person', { first, second })
      if (state !== 'open') {
        const row = { first, second, state, by, at: now() }
        await transaction.insertInto('same_person').values(row).execute()
      }
      await countAlike(transaction, [_id, otherId])
      await recordHistory(transaction, ...eventsOn(actions[state], [_id, otherId], by))
    }
    return findPair(transaction, _id, otherId)
  })
}

const actions = {
  same: 'same person',
  different: 'different people',
  open: 'open pair',
} as const

async function findPair(db: Database, _id: string, otherId: string) {
  const all = await samePerson(db, _id)
  if (all instanceof DomainError) return all
  const found = all.find(({ application }) => application._id === otherId)
  return found ?? conflict('These two applications have no e-mail, phone number or name in common.')
}

function keptIsWithdrawn({ referenceId }: { referenceId: string }) {
  return conflict(`${referenceId} has been withdrawn: it cannot be kept. Nothing was declined.`)
}

function alreadyDecided({ by, state }: Alike) {
  const decided = state === 'same' ? 'are of the same person' : 'are of different people'
  return conflict(`${by?.name} has already decided that these two applications ${decided}.`)
}

/** The decided pairs of an application, by the id of the other one. */
export async function pairsOf(db: Database, _id: string) {
  const rows = await db
    .selectFrom('same_person')
    .leftJoin('users', 'users._id', 'same_person.by')
    .leftJoin('former_users', 'former_users._id', 'same_person.by')
    .select(['first', 'second', 'state', 'by', 'at'])
    .select(({ fn }) => fn.coalesce('users.name', 'former_users.name').as('name'))
    .where((pair) => pair.or([pair('first', '=', _id), pair('second', '=', _id)]))
    .execute()
  return new Map(rows.map((row) => [row.first === _id ? row.second : row.first, row]))
}

function selectNamed(db: Database, ids: string[]) {
  return db
    .selectFrom('attachments')
    .leftJoin('intakes', 'intakes._id', 'attachments.intake')
    .select(['attachments._id', 'referenceId', 'first_name', 'last_name', 'attachments.createdAt'])
    .select(['is_accepted', 'is_archived', 'attachments.intake', 'intakes.name as intakeName'])
    .where(anyOf(db, 'attachments._id', ids))
    .orderBy('attachments._id', 'desc')
    .execute()
}
