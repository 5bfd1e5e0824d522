import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The column `last_told`: the status that the latest e-mail told the applicant. */
export const lastTold: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('attachments').addColumn('last_told', 'text').execute()
    // The status of the latest message that was sent or may have arrived. Without such a message,
    // the status before the first message.
    await sql`update attachments set last_told = coalesce(
        (select ${statusToldBy} from outbox
          where outbox.attachment = attachments._id and ${tellsStatus}
            and (kind = 'withdrawn' or state in ('sending', 'sent', 'unsure')
              or (state = 'waiting' and doubts > 0))
          order by outbox._id desc limit 1),
        (select ${statusBefore} from outbox
          where outbox.attachment = attachments._id and ${tellsStatus}
          order by outbox._id limit 1))
      where exists (select 1 from outbox
        where outbox.attachment = attachments._id and ${tellsStatus})`.execute(db)
    // Decisions from before the outbox existed: staff told the applicants in other ways.
    await sql`update attachments set last_told = case
          when "withdrawnAt" is not null then 'withdrawn'
          when declined_reason is not null then 'declined'
          else 'accepted' end
      where ("withdrawnAt" is not null or declined_reason is not null or is_accepted)
        and not exists (select 1 from outbox
          where outbox.attachment = attachments._id and ${tellsStatus})`.execute(db)
  },
}

const tellsStatus = sql`kind <> 'received'`

const statusToldBy = sql`case kind
  when 'accepted' then 'accepted'
  when 'declined' then 'declined' || coalesce(' ' || about, '')
  when 'withdrawn' then 'withdrawn'
  else 'pending' end`

const statusBefore = sql`case kind
  when 'revoked' then 'accepted'
  when 'undeclined' then 'declined'
  when 'brought back' then 'declined'
  else null end`
