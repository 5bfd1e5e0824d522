import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Restores what earlier versions lost of placements without a change of `updatedAt`: the department, when
 * an application was edited, and the supervisor, when the user was deleted. Letters that were issued after
 * the last change of the placement state both.
 */
export const mendedPlacements: Migration = {
  async up(db: Kysely<unknown>) {
    // A change of the application's department moved the placement, as staff wished.
    await sql`update placements set department = (
        select departments._id from letters join departments on departments.name = letters.department
        where letters.attachment = placements.attachment order by letters._id desc limit 1)
      where exists (
        select 1 from letters
        join departments on departments.name = letters.department
        join attachments on attachments._id = letters.attachment
        where letters.attachment = placements.attachment
          and letters."createdAt" >= placements."updatedAt"
          and departments._id <> placements.department
          and attachments.department = placements.department
          and not exists (select 1 from letters later
            where later.attachment = letters.attachment and later._id > letters._id)
          and not exists (select 1 from history
            where history.record = letters.attachment and history.action = 'change'
              and history."createdAt" >= letters."createdAt"
              and ',' || history.fields || ',' like '%,department,%'))`.execute(db)
    const supervisor = sql`select letters.supervisor from letters
      where letters.attachment = placements.attachment and letters.supervisor is not null
        and letters."createdAt" >= placements."updatedAt"`
    await sql`update placements
      set "supervisorName" = (${supervisor} order by letters._id desc limit 1)
      where supervisor is null and "supervisorName" is null and exists (${supervisor})`.execute(db)
  },
}
