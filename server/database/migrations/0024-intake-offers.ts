import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Index for the lists of an intake that are filtered by the state of the offer. It alone counts them. */
export const intakeOffers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index attachments_intake_offer
      on attachments (intake, "offerState", _id, is_archived, is_accepted)
      where "offerState" is not null`.execute(db)
  },
}
