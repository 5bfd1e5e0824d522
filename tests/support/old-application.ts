import type { Database } from '../../server/database/tables.ts'

/** Stores an application in a database that is not migrated to the newest version yet. */
export async function addOldApplication(db: Database, changes: object) {
  const moment = '2026-03-01T08:00:00.000Z'
  const application = {
    referenceId: 'SPH-2026-7K3Q9M2X',
    first_name: 'Zawadi',
    last_name: 'Kombo',
    phone_number: '0712345678',
    email: 'zawadi@example.org',
    gender: 'Female',
    date_of_birth: '2004-05-06',
    residential_location: 'Mombasa',
    year_of_study: 'Year 2',
    expected_graduation_date: '2028-05-06',
    can_attend_onsite: true,
    about_yourself: 'About',
    community_engagement_statement: 'Community',
    understanding_of_swahilipot: 'Understanding',
    agree_terms: true,
    agree_communications: true,
    is_accepted: false,
    is_archived: false,
    language: 'en',
    createdAt: moment,
    updatedAt: moment,
    ...changes,
  }
  await db
    .insertInto('attachments')
    .values(application as never)
    .execute()
}
