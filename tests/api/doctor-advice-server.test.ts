import { rm } from 'node:fs/promises'

import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { checkDatabase, checkJobs } from '../../server/cli/doctor/check-database.ts'
import { checkDocuments } from '../../server/cli/doctor/check-documents.ts'
import { checkDataFolder } from '../../server/cli/doctor/check-machine.ts'
import { checkRecords } from '../../server/cli/doctor/check-records.ts'
import { checkSmsGateway } from '../../server/cli/doctor/check-sms-gateway.ts'
import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { createFirstAdministrator } from '../../server/services/accounts/first-administrator.ts'
import { deleteExpired } from '../../server/services/cleanup.ts'
import { diskStore, documentsFolder } from '../../server/services/documents/disk-store.ts'
import { now } from '../../server/services/ids.ts'
import { sendAlerts } from '../../server/services/intakes/intake-alerts.ts'
import { storeChecks } from '../../server/services/last-checks.ts'
import { readSettings } from '../../server/settings.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { startClamdStandIn } from '../support/clamd-stand-in.ts'
import { addDocument } from '../support/documents.ts'
import { followAdvice } from '../support/followed-advice.ts'
import { intakeActors } from '../support/intakes.ts'
import { startMailServer } from '../support/mail-server.ts'
import { newData, startOwnServer } from '../support/own-server.ts'
import { mailSettings } from '../support/sent-emails.ts'
import { administrator, locationOf } from '../support/server.ts'
import { startSmsGateway } from '../support/sms-gateway.ts'
import { smsRow } from '../support/sms-rows.ts'

// What waits for a server, and ends as soon as one runs that reaches mail, SMS and the virus scanner.

vi.setConfig({ testTimeout: 60_000 })

const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
const hour = 60 * 60 * 1000
const day = 24 * hour
const newId = sql.lit('01980000-0000-7000-8000-000000000000')

test('a first start creates folder and database', async () => {
  const variables = await newData()
  const location = locationOf(variables)
  const { db, engine } = openDatabase(location)
  await prepareDatabase(db, engine)
  await createFirstAdministrator(db, administrator.email, administrator.password)
  await db.destroy()
  const see = async () => [
    ...(await checkDataFolder({ freeBytes: async () => 1e12 }, readSettings(variables))),
    ...(await checkDatabase(location, Date.now())),
  ]
  const first = 'Only on a new installation does the first start of the server create it'
  const empty = {
    finding: 'The database is empty',
    advice: first,
    damage: async () => {
      const opened = openDatabase(location)
      await sql`drop schema public cascade`.execute(opened.db)
      await sql`create schema public`.execute(opened.db)
      await opened.db.destroy()
    },
  }
  const folder = {
    finding: 'There is no folder ',
    advice: 'The first start creates it',
    damage: () => rm(location.dataDir, { recursive: true }),
  }
  const none = { finding: 'There is no database in ', advice: first, damage: () => {} }
  expect(
    await followAdvice(see, isPostgres ? [empty] : [folder, none], () => startOwnServer(variables)),
  ).toEqual([])
})

test('jobs that failed or stopped run again with the server', async () => {
  const variables = await newData()
  const { db, engine } = openDatabase(locationOf(variables))
  onTestFinished(() => db.destroy())
  await prepareDatabase(db, engine)
  const see = () => checkJobs(db, Date.now())
  const store = (job: string, at: string, problem: string | null) =>
    storeChecks(db, `job ${job}`, at, { count: 0, seconds: 0.1, problem })
  const overdue = {
    finding: 'has not run since',
    advice: 'Is the server running?',
    damage: () => store('offers', new Date(Date.now() - hour).toISOString(), null),
  }
  const failed = {
    finding: ' failed at ',
    advice: 'The server tries again by itself',
    damage: () => store('alerts', now(), 'no such table: intakes'),
  }
  const left = await followAdvice(see, [overdue, failed], async () => {
    await startOwnServer(variables)
    await vi.waitFor(async () => expect(await see()).toEqual([]), 20_000)
  })
  expect(left).toEqual([])
})

test('a running server does what waits for it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T10:00:00+03:00') })
  onTestFinished(() => void vi.useRealTimers())
  const [mail, gateway] = [await startMailServer(), await startSmsGateway()]
  const scanner = await startClamdStandIn()
  onTestFinished(async () => {
    scanner.stop()
    await gateway.stop()
    await mail.stop()
  })
  const variables = {
    ...mailSettings(mail),
    SMS_URL: gateway.url,
    SMS_MONTH_BUDGET: '5000',
    CLAMD: scanner.address,
    PUBLIC_URL: 'https://www.example.org',
  }
  const quick = { tick: 50, gap: 0, pause: 1, pauseAfterNoAnswer: 1 }
  const { app, ask, token, db, engine, ...started } = await startApi(variables, { timing: quick })
  const settings = readSettings({ ...started.variables, ...variables })
  const { DATA_DIR: dataDir } = settings
  const { create, apply, accept } = intakeActors(ask, token, await choicesOf(ask))
  const intake = await create(10, { opensAt: now(-2 * day) })
  const application = await apply(intake._id, { contact_by: 'both' })
  const offered = await apply(intake._id)
  await accept(offered._id)
  const see = async () => [
    ...(await checkRecords(db, Date.now())),
    ...(await checkDocuments({ now: Date.now, isThorough: true }, settings)),
    ...(await checkSmsGateway({ now: Date.now }, settings)),
  ]
  const late = { createdAt: now(-1.1 * day), dueAt: now(-hour) }
  const unsent = { carrier: null, gatewayId: null, parts: null, cost: null, endedAt: null }
  const waiting = smsRow(application._id, { ...late, ...unsent, state: 'waiting' })
  const sending = smsRow(application._id, { ...late, ...unsent, state: 'sending', claim: newClaim })
  const [sender, isRunning] = ['Check SMTP_URL', 'Is the server running?']
  const nothing = () => {}
  const add = (changes: Parameters<typeof addDocument>[2], attachment: string | null = null) =>
    addDocument({ db, dataDir }, attachment, changes)
  expect(
    await followAdvice(
      see,
      [
        {
          finding: 'Open offers are overdue by more than an hour',
          advice: isRunning,
          damage: () =>
            db
              .updateTable('attachments')
              .set({ answerBy: now(-2 * hour) })
              .where('_id', '=', offered._id)
              .execute(),
        },
        {
          finding: 'People wait for the e-mail that an intake is open',
          advice: isRunning,
          damage: () =>
            sql`insert into intake_alerts (_id, "createdAt", email, language, "dueAt", tries)
            values (${newId}, ${now(-1.1 * day)}, 'x@example.org', 'en', ${now()}, 0)`.execute(db),
        },
        {
          finding: 'Messages to applicants are overdue, and no server sends them',
          advice: isRunning,
          damage: () => db.updateTable('outbox').set(late).execute(),
        },
        {
          finding: 'Messages to applicants have waited for more than a day',
          advice: 'Check the mail server and the SMS gateway',
          damage: nothing,
        },
        {
          finding: 'No e-mail has been sent since ',
          advice: sender,
          damage: () =>
            db
              .insertInto('email_pause')
              .values({ _id: 1, since: now(-day), trouble: 'sending limit', reply: '550 5.4.5' })
              .execute(),
        },
        {
          finding: 'SMS were being sent when their server ended',
          advice: 'It marks them as "may not have arrived"',
          damage: () =>
            db
              .insertInto('outbox')
              .values([{ ...waiting, trouble: 'sender refused' }, sending])
              .execute(),
        },
        {
          finding: 'No SMS has been sent for more than a day',
          advice: 'Is the sender id of SMS_URL registered at the gateway',
          damage: async () => {
            await db.deleteFrom('sms_sender').execute()
            const pausedUntil = now(-1000)
            const pauseTrouble = 'sender refused'
            await db
              .insertInto('sms_sender')
              .values({ _id: 1, secret: 'x', failures: 5, pausedUntil, pauseTrouble })
              .execute()
          },
        },
        {
          finding: 'The SMS gateway refuses the sender ID',
          advice: 'Register it at the gateway',
          damage: nothing,
        },
        {
          finding: 'Uploads have expired and were not deleted',
          advice: isRunning,
          damage: () => add({ expiresAt: now(-4 * hour) }),
        },
        {
          finding: 'Deleted documents are still in the store',
          advice: 'The server removes them within an hour',
          damage: () => add({}),
        },
        {
          finding: 'Documents have waited for the virus scanner for more than a day',
          advice: 'Check CLAMD, and that clamd is running',
          damage: () =>
            add({ state: 'scanning', scanAt: now(), createdAt: now(-1.1 * day) }, application._id),
        },
      ],
      async () => {
        await app.listen({ port: 0, host: '127.0.0.1' })
        const carrier = {
          name: 'mail' as const,
          isRepeatable: true,
          send: async () => ({ result: 'sent' as const }),
          discard: async () => {},
          close: () => {},
        }
        const foundation = { name: 'x', shortName: 'x', email: 'x@example.org', phone: '0' }
        await sendAlerts({ db, carrier, sender: { foundation, publicUrl: undefined } })
        const documentStore = diskStore(documentsFolder(dataDir))
        await deleteExpired(db, engine, { documentStore, messageFolders: [dataDir] })

        // Staff decide about what may not have arrived.
        const unsure = /Messages to applicants of the last week failed, or may not have arrived: 1/
        const onlyUnsure = [expect.objectContaining({ what: expect.stringMatching(unsure) })]
        await vi.waitFor(async () => expect(await see()).toEqual(onlyUnsure), 20_000)
        await ask(api.messages.resend, { token, body: { ids: [sending._id] } })
        await vi.waitFor(async () => expect(await see()).toEqual([]), 20_000)
      },
    ),
  ).toEqual([])
})

const newClaim = '01980000-0000-7000-8000-0000000000aa'
