import type { LookupKind } from '../../database/lookup-kinds.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { countRows } from '../count-rows.ts'
import { recordAudit } from '../audit-log.ts'
import { mapConstraintErrors, DomainError, notFound } from '../domain-error.ts'

/** Deletes a record to which nothing refers; otherwise says what does. */
export function deleteIfUnreferenced(db: Database, what: LookupKind, _id: string, by: string) {
  const remove = () =>
    inTransaction(db, async (transaction) => {
      const refusal = await inUse(transaction, what, _id)
      if (refusal) return refusal
      const deleted = await transaction
        .deleteFrom(`${what}s`)
        .where('_id', '=', _id)
        .returning('_id')
        .executeTakeFirst()
      if (!deleted) return notFound(what)
      await recordAudit(transaction, { action: 'delete', entity: what, record: _id, user: by })
      return deleted
    })
  // A reference that is made at the same moment is refused by the database itself.
  const justUsed = () =>
    new DomainError('conflict', `This ${what} has just come into use, so it cannot be deleted.`)
  return mapConstraintErrors(remove, { taken: justUsed, missing: justUsed })
}

/** How many applications refer to a record. */
export function applicationsWith(db: Database, what: LookupKind, _id: string) {
  return countRows(db.selectFrom('attachments').where(what, '=', _id))
}

async function inUse(db: Database, what: LookupKind, _id: string) {
  const courses =
    what === 'institution' ? await countRows(db.selectFrom('courses').where(what, '=', _id)) : 0
  const applications = await applicationsWith(db, what, _id)
  if (courses + applications === 0) return undefined
  const users = [
    ...(courses > 0 ? [some(courses, 'course')] : []),
    ...(applications > 0 ? [some(applications, 'application')] : []),
  ]
  return new DomainError(
    'conflict',
    `This ${what} is used by ${users.join(' and ')}, so it cannot be deleted.`,
  )
}

function some(number: number, noun: string) {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
