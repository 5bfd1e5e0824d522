import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import {
  mailFolder,
  messageFoldersOf,
  smsFiles,
  smsFolder,
  sweep,
} from '../../server/services/messages/message-files.ts'
import { smsCarrierOf } from '../../server/services/sms/sms-carrier.ts'
import { addMadeUpApplications, startApi } from '../support/api.ts'
import { smsRow } from '../support/sms-rows.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const sms = {
  _id: '01980000-0000-7000-8000-000000000001',
  createdAt: '2026-11-25T10:00:00.000Z',
  to: '+254712345678',
  subject: '',
  text: 'Amina, you have a place.',
}

test('where nothing is set up, SMS become files that only their owner can read', async () => {
  const DATA_DIR = await temporaryFolder()
  const carrier = smsCarrierOf({ DATA_DIR, SMS_CURRENCY: 'KES' })!
  const folder = join(DATA_DIR, 'sms')
  const file = join(folder, `${sms._id}.txt`)
  const send = () => carrier.send(sms)

  expect([await send(), await send()]).toEqual([{ result: 'sent' }, { result: 'sent' }])
  expect(await readdir(folder)).toEqual([`${sms._id}.txt`])
  expect(await readFile(file, 'utf8')).toBe('To: +254712345678\n\nAmina, you have a place.\n')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  await carrier.discard?.(sms._id)
  expect(await readdir(folder)).toEqual([])
})

test('an SMS that cannot be stored waits', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'sms'), 'a file in place of the folder')

  expect(await smsFiles(smsFolder(dataDir)).send(sms)).toEqual({
    result: 'unavailable',
    trouble: 'not stored',
  })
})

test('the files of deleted messages are removed from both folders, and other files stay', async () => {
  const { db, variables } = await startApi()
  const [application] = await addMadeUpApplications(db, 1)
  const [kept, deleted] = [sms._id, '01980000-0000-7000-8000-000000000002']
  await db
    .insertInto('outbox')
    .values(smsRow(application!._id, { _id: kept }))
    .execute()
  const folders = messageFoldersOf(variables.DATA_DIR)
  for (const folder of folders) {
    await mkdir(folder, { recursive: true })
    for (const name of [
      `${kept}.txt`,
      `${deleted}.txt.unfinished`,
      `${deleted}.eml`,
      'notes.txt',
    ]) {
      await writeFile(join(folder, name), '')
    }
  }
  await sweep(db, folders)

  expect(folders).toEqual([mailFolder(variables.DATA_DIR), smsFolder(variables.DATA_DIR)])
  for (const folder of folders) {
    expect((await readdir(folder)).sort()).toEqual([`${kept}.txt`, 'notes.txt'])
  }
})
