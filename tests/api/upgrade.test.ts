import { randomUUIDv7 } from 'node:crypto'

import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, inject, test, vi } from 'vitest'

import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { migrations } from '../../server/database/migrations/index.ts'
import { list } from '../../server/services/attachment-list.ts'
import { hashToken } from '../../server/services/tokens.ts'
import { authenticate, listSessions } from '../../server/services/sessions.ts'
import { newDatabase } from '../support/server.ts'

vi.setConfig({ testTimeout: 30_000 }) // PGlite takes some seconds to start

test('a database of the first version is brought up to date with all that is in it', async () => {
  const { variables, remove } = await (process.env['TEST_ENGINE'] === 'postgres'
    ? newDatabase('postgres', inject('postgresUrl'))
    : newDatabase('sqlite', undefined))
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = variables
  const { db, engine } = openDatabase({ databaseUrl, dataDir }, () => {})
  try {
    const provider = { getMigrations: async () => migrations(engine) }
    const first = await new Migrator({ db, provider }).migrateTo('0001-first-tables')
    expect(first.error).toBeUndefined()
    const { user, applications, createdAt, institution } = await fillFirstVersion()

    await prepareDatabase(db, engine)
    const stored = await db.selectFrom('institutions').selectAll().execute()
    expect(stored).toEqual([
      { _id: institution, name: 'Chuo Kikuu', county: 'Lamu', createdAt, updatedAt: createdAt },
    ])
    const found = await list(db, engine.search, {
      q: 'number777x kikuu nganga',
      page: 1,
      status: 'accepted',
      includeArchived: 'false',
    })
    const { rows, total } = await found.page(10, 1)
    expect([rows.map(({ _id }) => _id), total]).toEqual([[applications[777]], 1])

    const signedIn = await authenticate(db, 'an old token')
    expect(signedIn?._id).toBe(user)
    expect(await listSessions(db, signedIn!, 'an old token')).toMatchObject([
      { _id: expect.stringMatching(/^[\da-f-]{36}$/), userAgent: null, current: true },
    ])
  } finally {
    await db.destroy()
    await remove()
  }

  async function fillFirstVersion() {
    const moment = new Date().toISOString()
    const [user, institution] = [randomUUIDv7(), randomUUIDv7()]
    const applications = Array.from({ length: 1200 }, () => randomUUIDv7())
    await sql`insert into institutions (_id, name, county, "createdAt")
      values (${institution}, 'Chuo Kikuu', 'Lamu', ${moment})`.execute(db)
    await sql`insert into departments (_id, name, code, "createdAt")
      values (${randomUUIDv7()}, 'Idara', 'IDA', ${moment})`.execute(db)
    await sql`insert into users (_id, name, email, role, "createdAt", "updatedAt")
      values (${user}, 'Amina', 'amina@example.org', 'admin', ${moment}, ${moment})`.execute(db)
    await sql`insert into sessions ("tokenHash", "user", "createdAt", "usedAt")
      values (${hashToken('an old token')}, ${user}, ${moment}, ${moment})`.execute(db)
    const rows = applications.map((_id, index) => ({
      _id,
      referenceId: `SPH-2026-${String(index).padStart(8, '0')}`,
      first_name: `Number${index}x`,
      middle_name: null,
      last_name: "Ng'ang'a",
      phone_number: '0712 345 678',
      email: `number${index}@example.org`,
      gender: 'Female' as const,
      date_of_birth: '2003-03-27',
      residential_location: 'Old Town',
      institution,
      course: null,
      department: null,
      year_of_study: 'Year 3',
      expected_graduation_date: '2027-12-12',
      available_start_date: null,
      can_attend_onsite: true,
      about_yourself: 'x',
      community_engagement_statement: 'x',
      understanding_of_swahilipot: 'x',
      linkedin_url: null,
      github_url: null,
      resume_url: null,
      cover_letter_url: null,
      agree_terms: true,
      agree_communications: false,
      is_accepted: true,
      is_archived: false,
      createdAt: moment,
      updatedAt: moment,
    }))
    for (let start = 0; start < rows.length; start += 400) {
      await db
        .insertInto('attachments')
        .values(rows.slice(start, start + 400))
        .execute()
    }
    return { user, applications, createdAt: moment, institution }
  }
})
