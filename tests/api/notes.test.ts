import { randomUUID } from 'node:crypto'

import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Note } from '../../contract/application/note.ts'
import { addMadeUpApplications, addUser, startApi } from '../support/api.ts'

const { ask, db, token } = await startApi()
const colleague = await addUser(ask, token, 'admin')
const { body: me } = await ask(api.auth.me, { token })

async function newApplication() {
  const [row] = await addMadeUpApplications(db, 1)
  return row!._id
}

const add = (id: string, text: string, by = token) =>
  ask(api.attachments.addNote, { token: by, id, body: { text } })
const notesOf = async (id: string) => {
  const { body } = await ask(api.attachments.notes, { token, id })
  return (body as Note[]).map(({ author, text }) => [author?.name, text])
}

/** Asks for the deletion of a note. */
function remove(id: string, note: string, by = token) {
  const { path } = api.attachments.removeNote
  const endpoint = { ...api.attachments.removeNote, path: path.replace(':note', note) }
  return ask(endpoint, { token: by, id })
}

test('notes of several people stand in the order of time, and the history names their authors', async () => {
  const id = await newApplication()
  const first = await add(id, ' Speaks Giriama.\r\nCall after four. ')
  await add(id, 'Called: will come.', colleague.token)

  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    _id: expect.any(String),
    createdAt: expect.stringMatching(/Z$/),
    author: { _id: me.user._id, name: me.user.name },
    text: 'Speaks Giriama.\nCall after four.',
  })
  expect(await notesOf(id)).toEqual([
    [me.user.name, 'Speaks Giriama.\nCall after four.'],
    [colleague.name, 'Called: will come.'],
  ])
  const { body: entries } = await ask(api.history, { token, query: { record: id } })
  expect(
    entries.map(({ action, user }: { action: string; user: object }) => [action, user]),
  ).toEqual([
    ['note', { _id: colleague._id, name: colleague.name }],
    ['note', { _id: me.user._id, name: me.user.name }],
  ])
  expect(JSON.stringify(entries)).not.toContain('Giriama')
})

test('a note that is sent again after a lost reply is one note', async () => {
  const id = await newApplication()
  const first = await add(id, 'Called: no answer.')
  expect((await add(id, 'Called: no answer.')).body).toEqual(first.body)
  await add(id, 'Called: no answer.', colleague.token)
  await add(id, 'Called: no answer.')
  expect((await notesOf(id)).map(([name]) => name)).toEqual([
    me.user.name,
    colleague.name,
    me.user.name,
  ])
})

test('an empty note, a note that is too long and one on no application are refused', async () => {
  const id = await newApplication()
  expect((await add(id, ' \n ')).body.fields).toEqual({ text: 'Required' })
  expect((await add(id, 'x'.repeat(5001))).body.fields).toEqual({
    text: 'Use at most 5,000 characters',
  })
  expect((await add(randomUUID(), 'Karibu')).status).toBe(404)
  expect((await ask(api.attachments.notes, { token, id: randomUUID() })).status).toBe(404)
  expect(await notesOf(id)).toEqual([])
})

test('only its author deletes a note', async () => {
  const id = await newApplication()
  const { body: note } = await add(id, 'Wrong person')
  const { status, body } = await remove(id, note._id, colleague.token)

  expect([status, body.message]).toEqual([409, 'Only the author can delete this note.'])
  expect(await notesOf(id)).toHaveLength(1)
  expect((await remove(await newApplication(), note._id)).status).toBe(404)
  expect((await remove(id, note._id)).status).toBe(200)
  expect((await remove(id, note._id)).status).toBe(404)
  expect(await notesOf(id)).toEqual([])
})

test('a note can be deleted for one hour', async () => {
  const id = await newApplication()
  const [early, late] = [(await add(id, 'early')).body, (await add(id, 'late')).body]
  onTestFinished(() => void vi.useRealTimers())
  const hour = 60 * 60 * 1000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(early.createdAt) + hour })
  expect((await remove(id, early._id)).status).toBe(200)

  vi.setSystemTime(Date.parse(late.createdAt) + hour + 1)
  const { status, body } = await remove(id, late._id)
  expect([status, body.message]).toEqual([409, 'A note can be deleted for one hour only.'])
  expect(await notesOf(id)).toEqual([[me.user.name, 'late']])
})

test('a note keeps the name of its author when the user is deleted', async () => {
  const id = await newApplication()
  const guest = await addUser(ask, token, 'admin')
  await add(id, 'Brings a laptop', guest.token)
  await ask(api.users.remove, { token, id: guest._id })

  expect(await notesOf(id)).toEqual([[guest.name, 'Brings a laptop']])
})

test('a deleted application takes its notes along', async () => {
  const id = await newApplication()
  await add(id, 'Asante')
  await ask(api.attachments.remove, { token, id })

  const left = await db.selectFrom('staff_notes').where('attachment', '=', id).selectAll().execute()
  expect(left).toEqual([])
})
