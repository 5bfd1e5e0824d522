import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { addUser, endpoints, newLink, setPassword, signIn, startApi } from '../support/api.ts'

const { app, ask, token, db } = await startApi()

const someId = '01890000-0000-7000-8000-000000000000'
const hour = 60 * 60 * 1000
const ago = (time: number) => new Date(Date.now() - time).toISOString()

/** Session tokens of administrators that no longer work, by the way in which the session ended. */
const ended = {
  'signed out': await tokenAfter(({ token: ownToken }) =>
    ask(api.auth.logout, { token: ownToken }),
  ),
  'ended elsewhere': await tokenAfter(async (person) => {
    const other = await signIn(ask, person)
    await ask(api.auth.endOtherSessions, { token: other })
  }),
  'ended by an administrator': await tokenAfter(({ _id }) =>
    ask(api.users.endSessions, { token, id: _id }),
  ),
  'before a new password': await tokenAfter(async ({ _id }) =>
    setPassword(ask, await newLink(ask, token, _id), 'dhows in the evening'),
  ),
  'of a deleted user': await tokenAfter(({ _id }) => ask(api.users.remove, { token, id: _id })),
  'idle for 12 hours': await tokenAfter(({ _id }) =>
    db
      .updateTable('sessions')
      .set({ usedAt: ago(12.1 * hour) })
      .where('user', '=', _id)
      .execute(),
  ),
  'begun 7 days ago': await tokenAfter(({ _id }) =>
    db
      .updateTable('sessions')
      .set({ createdAt: ago(7.1 * 24 * hour) })
      .where('user', '=', _id)
      .execute(),
  ),
}

async function tokenAfter(end: (person: Awaited<ReturnType<typeof addUser>>) => Promise<unknown>) {
  const person = await addUser(ask, token, 'admin')
  expect((await ask(api.attachments.counts, { token: person.token })).status).toBe(200)
  await end(person)
  return person.token
}

const headersOf: Record<string, string> = {
  nobody: '',
  'a made-up token': 'Bearer made-up',
  'a token without its scheme': token,
  'a token of another scheme': `Basic ${token}`,
  ...Object.fromEntries(
    Object.entries(ended).map(([how, bearer]) => [`a session ${how}`, `Bearer ${bearer}`]),
  ),
}

const guarded = endpoints.filter(([, { access }]) => access !== 'public')

test.each(guarded)('%s refuses requests without a session', async (_name, endpoint) => {
  for (const [who, authorization] of Object.entries(headersOf)) {
    const { status, body } = await ask(endpoint, { id: someId, headers: { authorization } })
    const sentence = 'Please sign in. Your session may have expired.'
    expect([who, status, body.message]).toEqual([who, 401, sentence])
  }
})

const people = [
  await addUser(ask, token, 'user'),
  await addUser(ask, token, 'editor'),
  await addUser(ask, token, 'admin'),
]

test.each(endpoints)('%s admits exactly the roles of its contract', async (_name, endpoint) => {
  const [anonymous, user, editor, admin] = await Promise.all(
    [undefined, ...people].map(async (person) => {
      // A new session for each endpoint, because some endpoints end the session.
      const bearer = person && { token: await signIn(ask, person) }
      const { status, body } = await ask(endpoint, { id: someId, ...bearer })
      return status !== 401 && !(status === 403 && body.message.startsWith('Access denied. '))
    }),
  )
  const { access, path } = endpoint

  const isOpen = access === 'public' || access === 'session'
  const isContent = path.startsWith('/admin/content/')
  expect({ anonymous, user, editor, admin }).toEqual({
    anonymous: access === 'public',
    user: isOpen,
    editor: isOpen || isContent,
    admin: true,
  })
  expect(access === 'editor').toBe(isContent)
  expect(isOpen).toBe(!path.startsWith('/admin/'))
})

test('a user who loses the administrator role loses access at once', async () => {
  const { _id, name, email, ...user } = await addUser(ask, token, 'admin')
  const count = () => ask(api.attachments.counts, { token: user.token })
  expect((await count()).status).toBe(200)
  await ask(api.users.update, { token, id: _id, body: { name, email, role: 'user' } })

  expect((await count()).status).toBe(403)
})

test('only its own user can end a session', async () => {
  const [owner, other] = [await addUser(ask, token), await addUser(ask, token, 'admin')]
  const { body } = await ask(api.auth.sessions, { token: owner.token })
  const taken = await ask(api.auth.endSession, { token: other.token, id: body[0]._id })

  expect(taken.status).toBe(404)
  expect((await ask(api.auth.me, { token: owner.token })).status).toBe(200)
})

/** Resumable uploads follow the protocol tus 1.0, whose calls the contract does not describe. */
const uploads = [
  'OPTIONS /api/users/documents',
  'POST /api/users/documents',
  'PATCH /api/users/documents/:key',
  'POST /api/users/documents/:key',
]

test('the routes below /api are the contract and its description, nothing else', () => {
  const calls = endpoints.map(([, { method, path }]) => `${method} /api${path}`)
  const named = [...calls, ...uploads]
  const found = routesOf(app.printRoutes({ commonPrefix: false, method: undefined }))
    .filter(([path]) => path.startsWith('/api/') && !/^\/api\/(docs|openapi\.json)/.test(path))
    .flatMap(([path, methods]) => methods.map((method) => `${method} ${path}`))
    .filter((route) => !route.startsWith('HEAD '))

  expect(found.filter((route) => !route.endsWith('/api/*')).toSorted()).toEqual(named.toSorted())
})

/** Paths and methods of Fastify's route tree, which indents four characters per level. */
function routesOf(drawing: string) {
  const parents: string[] = []
  return drawing.split('\n').flatMap((line): [string, string[]][] => {
    const [, indent = '', part, methods] =
      /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (part === undefined) return []
    const depth = indent.length / 4
    parents.length = depth
    const path = parents.join('') + part
    parents.push(part)
    return methods ? [[path, methods.split(', ')]] : []
  })
}
