import { sql, type Kysely, type SqlBool } from 'kysely'
import type { Migration } from 'kysely/migration'

import { phoneLine } from '../search-text.ts'

const step = 500

/**
 * Rewrites the phone numbers in search texts whose national number is another one now: those without
 * their 0, those with 00 and a code, and those that only seemed to have the code 254.
 */
export const phoneNumbers: Migration = {
  async up(db: Kysely<Touched>) {
    let last = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const rows = await db
        .selectFrom('search_texts')
        .innerJoin('attachments', 'attachments._id', 'search_texts._id')
        .select(['attachments._id', 'phone_number'])
        .where(mayChange)
        .where('search_texts._id', '>', last)
        .orderBy('search_texts._id')
        .limit(step)
        .execute()
      const end = rows.at(-1)
      if (!end) return
      for (const { _id, phone_number } of rows) {
        const [from, to] = [lineBefore(phone_number), phoneLine(phone_number)]
        if (from === to) continue
        // Only this line, because older servers may change the others at the same time.
        await db
          .updateTable('search_texts')
          .set({ text: sql`replace("text", ${`\n${from}\n`}, ${`\n${to}\n`})` })
          .where('_id', '=', _id)
          .execute()
      }
      last = end._id
    }
  },
}

/** The columns that this migration uses. */
interface Touched {
  attachments: { _id: string; phone_number: string }
  search_texts: { _id: string; text: string }
}

/** Lines to change, and others that look like them. */
const lines = [
  '7________\n',
  '1________\n',
  '00%',
  '254____ %',
  '254_____ %',
  '254______ %',
  '254_______ %',
]

/** SQL condition: the text may have a line to change. It spares reading most applications. */
const mayChange = sql<SqlBool>`(${sql.join(
  lines.map((line) => sql`"text" like ${`%\n${line}%`}`),
  sql` or `,
)})`

/** The line of a phone number in search texts before this migration. */
function lineBefore(number: string) {
  const digits = number.replaceAll(/\D/g, '')
  const national = digits.replace(/^(?:00)?2540?/, '0')
  return national === digits ? digits : `${digits} ${national}`
}
