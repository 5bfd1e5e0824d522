import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'

import { toAsciiPhone } from '../../contract/phone-number.ts'
import { migrations } from '../../server/database/migrations/index.ts'
import { openDatabase } from '../../server/database/open.ts'
import { searchText } from '../../server/database/search-text.ts'
import { addOldApplication } from '../support/old-application.ts'
import { newData } from '../support/own-server.ts'
import { phoneNumber, spellingOf } from '../support/phone-spellings.ts'
import { locationOf } from '../support/server.ts'

const noNames = { institution: null, course: null, department: null }

/** Numbers with every rule of old and new search texts, and any others that the form has accepted. */
const phones = [
  '712345678',
  '112 345 678',
  '00255712345678',
  '254 712 3456',
  '2547123',
  '25471234567',
  '+712345678',
  '+254 712 3456',
  '0712345678',
  '+254 (0) 712 345 678',
  '00254712345678',
  ...fc.sample(phoneNumber.chain(spellingOf), 100).map(toAsciiPhone),
  ...fc.sample(fc.stringMatching(/^\+?(00|254|7|1)?[ -]?\d{3}[ )-]?\d{4,8}$/), 100),
]

test('the upgrade writes the phone numbers of all search texts anew', async () => {
  const { db, engine } = openDatabase(locationOf(await newData()))
  onTestFinished(() => db.destroy())
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } })
  await migrator.migrateTo('0024-intake-offers')
  const rows = phones.map((typed, index) => ({
    _id: randomUUID(),
    referenceId: `SPH-2026-${String(index).padStart(8, '0')}`,
    first_name: 'Zawadi',
    middle_name: null,
    last_name: 'Kombo',
    email: `zawadi${index}@example.org`,
    phone_number: typed,
  }))
  await db.transaction().execute(async (transaction) => {
    for (const row of rows) {
      await addOldApplication(transaction, row)
      await sql`insert into search_texts (_id, is_accepted, is_archived, text)
        values (${row._id}, false, false, ${textBefore(row)})`.execute(transaction)
    }
  })
  const { error } = await migrator.migrateToLatest()

  expect(error).toBeUndefined()
  const texts = await db.selectFrom('search_texts').select(['_id', 'text']).execute()
  const textOf = new Map(texts.map(({ _id, text }) => [_id, text]))
  for (const row of rows) {
    expect([row.phone_number, textOf.get(row._id)]).toEqual([
      row.phone_number,
      searchText(row, noNames),
    ])
  }
  const found = await sql<{ text: string }>`select text from search_texts
    where ${await engine.search.find(db, ['0112345678'])}`.execute(db)
  expect(found.rows).toHaveLength(1)
})

/** The search text of an application before the upgrade. */
function textBefore(row: { referenceId: string; email: string; phone_number: string }) {
  const digits = row.phone_number.replaceAll(/\D/g, '')
  const national = digits.replace(/^(?:00)?2540?/, '0')
  const phone = national === digits ? digits : `${digits} ${national}`
  const lines = ['zawadi kombo', row.email, row.referenceId.toLowerCase(), phone]
  return `${[...lines, '\u0001', '\u0002', '\u0003'].join('\n')}\n`
}
