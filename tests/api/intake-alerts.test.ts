import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { deleteExpired } from '../../server/services/cleanup.ts'
import { sendAlerts } from '../../server/services/intakes/intake-alerts.ts'
import { emailFiles, mailFolder } from '../../server/services/messages/message-files.ts'
import type { Carrier } from '../../server/services/messages/carrier.ts'
import { startApi } from '../support/api.ts'
import { storesAt } from '../support/documents.ts'
import { newIntake } from '../support/intakes.ts'

const foundation = {
  name: 'Foundation',
  shortName: 'SYF',
  email: 'team@example.org',
  phone: '0700 000 000',
}
const sender = { foundation, publicUrl: 'https://example.org' }
const day = 24 * 60 * 60 * 1000

/** A new installation; `tell` asks for an alert, `waiting` are the addresses that are stored. */
async function start() {
  const { ask, token, db, engine, variables } = await startApi()
  const folder = mailFolder(variables.DATA_DIR)
  const files = emailFiles(folder, async () => ({ from: '<team@example.org>' }) as never)
  return {
    ask,
    db,
    engine,
    files,
    tell: (email: string, language: 'en' | 'sw' = 'en') =>
      ask(api.public.notifyOfIntake, { body: { email, language } }),
    open: (changes: Parameters<typeof newIntake>[0] = {}) =>
      ask(api.intakes.create, { token, body: newIntake(changes) }),
    waiting: () => db.selectFrom('intake_alerts').select(['email', 'tries']).execute(),
    mails: async () => {
      const names = await readdir(folder).catch(() => [])
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
  }
}

test('an alert is sent once when an intake opens, and its address is deleted', async () => {
  const { db, files, tell, open, waiting, mails } = await start()
  expect((await tell('amina@example.org')).status).toBe(201)
  expect((await tell('Juma@example.org', 'sw')).status).toBe(201)
  const sending = { db, carrier: files, sender }
  await sendAlerts(sending)
  await open({ name: 'Later', opensAt: new Date(Date.now() + day).toISOString() })
  await sendAlerts(sending)
  expect([await mails(), (await waiting()).length]).toEqual([[], 2])

  const closesAt = '2099-03-31T21:00:00.000Z'
  const days = { startsOn: '2099-05-04', endsOn: '2099-07-31' }
  await open({ name: 'May', name_sw: 'Mei', closesAt, ...days })
  await sendAlerts(sending)
  await sendAlerts(sending)
  expect(await waiting()).toEqual([])
  const sent = (await mails()).toSorted()
  expect(sent).toHaveLength(2)
  const all = sent.join('\n').replaceAll(/=\r?\n/g, '')
  expect(all).toContain('https://example.org/industrial-attachment/apply')
  expect(all).toContain('https://example.org/sw/industrial-attachment/apply')
  // Open until midnight: the last day is the day before.
  expect(all).toMatch(/May is open until 31 March 2099/)
  expect(all).toMatch(/Mei: tunapokea maombi hadi 31 Machi 2099/)
})

test('two processes do not send the same alert', async () => {
  const { db, tell, open, waiting } = await start()
  for (let i = 0; i < 20; i++) await tell(`person${i}@example.org`)
  await open()
  const sent: string[] = []
  const carrier = standIn((to) => {
    sent.push(to)
    return 'sent'
  })
  await Promise.all([1, 2, 3].map(() => sendAlerts({ db, carrier, sender })))
  expect([sent.length, new Set(sent).size]).toEqual([20, 20])
  expect(await waiting()).toEqual([])
})

test('a refused address is given up after some tries, and holds up nobody', async () => {
  const { db, tell, open, waiting } = await start()
  await tell('wrong@example.org')
  await tell('right@example.org')
  await open()
  let refused = 0
  const carrier = standIn((to) => {
    if (to !== 'wrong@example.org') return 'sent'
    refused++
    return 'refused'
  })
  await sendAlerts({ db, carrier, sender })
  expect(await waiting()).toEqual([{ email: 'wrong@example.org', tries: 1 }])
  for (let hour = 0; hour < 30; hour++) {
    await db.updateTable('intake_alerts').set({ dueAt: new Date().toISOString() }).execute()
    await sendAlerts({ db, carrier, sender })
  }
  expect([await waiting(), refused]).toEqual([[], 25])
})

test('while the mail server is away, addresses stay', async () => {
  const { db, tell, open, waiting } = await start()
  await tell('amina@example.org')
  await open()
  await sendAlerts({ db, carrier: standIn(() => 'unavailable'), sender })
  expect(await waiting()).toHaveLength(1)
})

test('an address is deleted after a year without an intake', async () => {
  const { db, engine, tell, waiting } = await start()
  await tell('old@example.org')
  const createdAt = new Date(Date.now() - 366 * day).toISOString()
  await db.updateTable('intake_alerts').set({ createdAt }).execute()
  await tell('new@example.org')
  await deleteExpired(db, engine, storesAt('/nowhere'))
  expect((await waiting()).map(({ email }) => email)).toEqual(['new@example.org'])
})

/** A carrier that sends nothing. `outcome` decides by the address. */
function standIn(outcome: (to: string) => 'sent' | 'refused' | 'unavailable'): Carrier {
  return {
    send: async ({ to }: { to: string }) => ({ result: outcome(to) }),
    close: () => {},
  } as never
}
