import type { Database } from '../../server/database/tables.ts'
import { seedIntakes } from '../../server/cli/seed-intakes.ts'
import { inTransaction } from '../../server/database/transaction.ts'
import { newEditableRecord, newRecord } from '../../server/services/ids.ts'
import { issueLetter } from '../../server/services/letters/letters.ts'
import { addMadeUpApplications } from './api.ts'

/** The tables of intakes and of what follows from them. */
export const intakeTables = [
  'intakes',
  'intake_places',
  'intake_papers',
  'papers',
  'intake_alerts',
  'staff_notes',
  'former_users',
  'placements',
  'letters',
  'calendar_links',
] as const

/** Puts rows into every one of `intakeTables`. */
export async function addIntakeRows(db: Database) {
  const today = new Date().toISOString().slice(0, 10)
  const placed = await inTransaction(db, async (transaction) => {
    const intakes = await seedIntakes(transaction, today)
    const rows = await addMadeUpApplications(transaction, 60, (row) => intakes.assign(row))
    await intakes.addPlacements(rows)
    await intakes.addPlaces()
    const { _id: attachment } = rows.find(({ offerState }) => offerState === 'confirmed')!
    const note = { ...newRecord(), attachment, author: null, text: 'Speaks "Giriama"\n' }
    await transaction.insertInto('staff_notes').values(note).execute()
    const paper = { attachment, purpose: 'insurance', state: 'accepted' } as const
    const uploaded = {
      ...newRecord(),
      keyHash: 'paper',
      attachment,
      purpose: paper.purpose,
      name: 'Bima "2027".pdf',
      state: 'clean' as const,
      size: 9,
      received: 9,
      type: 'application/pdf' as const,
      sha256: null,
      warnings: null,
      scanAt: null,
      expiresAt: null,
    }
    await transaction.insertInto('documents').values(uploaded).execute()
    const valid = { document: uploaded._id, reason: null, validUntil: today }
    await transaction
      .insertInto('papers')
      .values({ ...paper, ...valid })
      .execute()
    const alert = { ...newRecord(), email: 'amani@example.org', dueAt: `${today}T00:00:00.000Z` }
    const asked = { ...alert, language: 'sw' as const, tries: 0 }
    await transaction.insertInto('intake_alerts').values(asked).execute()
    const user = {
      ...newEditableRecord(),
      name: 'Amina',
      email: 'amina@example.org',
      role: 'admin' as const,
      password: null,
      searchText: 'amina',
    }
    await transaction.insertInto('users').values(user).execute()
    const former = { _id: newRecord()._id, name: 'Bakari', searchText: 'bakari' }
    await transaction.insertInto('former_users').values(former).execute()
    const link = { user: user._id, tokenHash: 'f00', createdAt: user.createdAt }
    await transaction.insertInto('calendar_links').values(link).execute()
    return attachment
  })
  await issueLetter(db, placed, 'acceptance', null)
}
