import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../contract/api.ts'
import { ApiError, call, NetworkError } from './call.ts'

const fetch = vi.spyOn(globalThis, 'fetch')

afterEach(() => void fetch.mockReset())

test('a call fills in path and query and sends the token', async () => {
  fetch.mockResolvedValue(Response.json([]))
  await call(api.courses.list, { query: { q: 'a&b', limit: 25, certification: '' }, token: 't' })
  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url).toBe('/api/admin/courses?q=a%26b&limit=25')
  expect(init).toMatchObject({ method: 'GET', headers: { Authorization: 'Bearer t' } })

  fetch.mockResolvedValue(Response.json({ message: 'Gone' }))
  await call(api.courses.remove, { params: { _id: 'a/b' } })
  expect(fetch.mock.lastCall?.[0]).toBe('/api/admin/courses/a%2Fb')
})

test('an error response rejects with its status, message and fields', async () => {
  const fields = { name: 'Required' }
  fetch.mockResolvedValue(
    Response.json({ message: 'Check', error: 'Check', fields }, { status: 422 }),
  )
  await expect(call(api.auth.me)).rejects.toMatchObject({ status: 422, message: 'Check', fields })
})

test('an error page that is not JSON gives an empty message', async () => {
  fetch.mockResolvedValue(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  await expect(call(api.auth.me)).rejects.toEqual(new ApiError(502, ''))
})

test('an unreachable server and a truncated response are network errors', async () => {
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(call(api.auth.me)).rejects.toBeInstanceOf(NetworkError)
  fetch.mockResolvedValueOnce(new Response('{"user":'))
  await expect(call(api.auth.me)).rejects.toBeInstanceOf(NetworkError)
})

test('an aborted call rejects as aborted, not as a network error', async () => {
  const request = new AbortController()
  request.abort()
  fetch.mockImplementation(() => Promise.reject(request.signal.reason))
  await expect(call(api.auth.me, { signal: request.signal })).rejects.toHaveProperty(
    'name',
    'AbortError',
  )
})
