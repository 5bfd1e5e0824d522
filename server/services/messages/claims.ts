import { randomUUID } from 'node:crypto'

import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { messageKinds, type Transport } from '../../../contract/message/message.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'
import { now } from '../ids.ts'

/** Claims the message of a transport with the earliest due time; undefined if none is due. */
export function claimNext(db: Database, transport: Transport, lease: number) {
  return db
    .with('due', (from) =>
      from
        .selectFrom('outbox')
        .select('_id')
        .where(isOpen)
        .where(ofTransport[transport])
        .where('dueAt', '<=', now())
        // During an upgrade, processes of the newer version send the kinds that only they know.
        .where('kind', 'in', messageKinds)
        // Messages to one applicant over one transport keep their order.
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('outbox as earlier')
                .select('earlier._id')
                .whereRef('earlier.attachment', '=', 'outbox.attachment')
                .whereRef('earlier.transport', '=', 'outbox.transport')
                .whereRef('earlier._id', '<', 'outbox._id')
                .where('earlier.state', 'in', ['waiting', 'sending']),
            ),
          ),
        )
        .orderBy('dueAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .set({
      state: 'sending',
      claim: randomUUID(),
      dueAt: now(lease),
      // A message in state `sending` has an expired lease here: its process ended during the
      // attempt.
      trouble: sql`case when state = 'sending' then 'no answer' else trouble end`,
    })
    .where('_id', 'in', (from) => from.selectFrom('due').select('_id'))
    .returningAll()
    .executeTakeFirst()
}

/** Runs the work, and extends the lease of the claim until the work ends. */
export async function holdClaim<T>(
  db: Database,
  { claim }: OutboxTable,
  { lease, onError }: { lease: number; onError: (error: unknown) => void },
  work: () => Promise<T>,
) {
  const extend = () =>
    db
      .updateTable('outbox')
      .set({ dueAt: now(lease) })
      .where(isOpen)
      .where('claim', '=', claim)
      .execute()
  const extending = setInterval(() => void extend().catch(onError), lease / 3)
  try {
    return await work()
  } finally {
    clearInterval(extending)
  }
}

/** A message to send. Raw SQL, because the partial index serves only a condition without parameters. */
export const isOpen = sql<SqlBool>`outbox.state in ('waiting', 'sending')`

/** Raw SQL, because the partial index of SMS serves only a condition without parameters. */
export const ofTransport: Record<Transport, RawBuilder<SqlBool>> = {
  email: sql<SqlBool>`outbox.transport = 'email'`,
  sms: sql<SqlBool>`outbox.transport = 'sms'`,
}
