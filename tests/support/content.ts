import type { Database } from '../../server/database/tables.ts'
import { inTransaction } from '../../server/database/transaction.ts'
import { renewContentVersion } from '../../server/services/content/content-items.ts'

/** The fields of a complete event. */
export const event = {
  title: 'Ngoma Night',
  description: 'Three drum groups.\n- **Bring** a [friend](/contact)',
  date: '2100-12-01',
  lastDay: null,
  time: '6 pm to midnight',
  location: 'The sea wall stage',
  capacity: 200,
  image: { src: '/images/events/coast-tech-day.webp', width: 640, height: 400, alt: 'Drums' },
  afterDate: 'move',
}

/** Sets “After its date” of every event, job and call, as published. */
export function setAfterDate(db: Database, afterDate: 'move' | 'keep') {
  return inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('content')
      .select(['_id', 'draft'])
      .where('collection', 'in', ['events', 'jobs', 'consultancies'])
      .execute()
    for (const { _id, draft } of rows) {
      const fields = JSON.stringify({ ...(JSON.parse(draft) as object), afterDate })
      const publication = { draft: fields, published: fields }
      await transaction.updateTable('content').set(publication).where('_id', '=', _id).execute()
    }
    await renewContentVersion(transaction)
  })
}
