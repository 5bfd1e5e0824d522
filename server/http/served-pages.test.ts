import fastify from 'fastify'
import { expect, test } from 'vitest'

import { noticePlaceholder, publicUrlPlaceholder } from '../../contract/constants.ts'
import { servedPages, type SharedPage } from './served-pages.ts'

test('a page is rendered again when its data or notices change, not with each version', async () => {
  const { get, renders } = site()
  expect(await Promise.all([get({}), get({})])).toEqual([
    'one none https://a',
    'one none https://a',
  ])
  await get({ version: '2' })
  expect(renders()).toBe(1)
  expect(await get({ version: '3', data: 'two' })).toBe('two none https://a')
  const notices = [notice]
  expect(await get({ version: '4', data: 'two', notices })).toBe('two closed https://a')
  expect(renders()).toBe(3)
})

test('a page is rendered once for all public URLs', async () => {
  const { get, renders } = site()
  for (const url of ['https://a', 'https://b', 'https://c', 'https://d', 'https://e']) {
    expect(await get({}, url)).toBe(`one none ${url}`)
  }
  expect(renders()).toBe(1)
})

test('a page that cannot be rendered is tried again', async () => {
  const { get } = site()
  const render = () => Promise.reject(new Error('on purpose'))
  expect(await get({ render })).toContain('on purpose')
  expect(await get({})).toBe('one none https://a')
})

const notice: SharedPage['notices'][number] = {
  slug: 'closed',
  publishedAt: null,
  text: 'Closed',
  text_sw: null,
  from: '2025-05-01',
  until: '2025-05-02',
  tone: 'news',
  isOver: false,
}

/** A site with one page. The latest page of `get` is what it shows. */
function site() {
  let renders = 0
  const served = servedPages((notices) => notices.map(({ slug }) => slug).join() || 'none')
  const app = fastify()
  let current: { page: SharedPage; url: string }
  app.get('/page', (request, reply) => served.send(request, reply, current.page, current.url))

  async function get(changes: Partial<SharedPage> & { data?: string }, url = 'https://a') {
    const { data = 'one' } = changes
    const render = async () => {
      renders++
      return `${data} ${noticePlaceholder} ${publicUrlPlaceholder}`
    }
    const page = { path: '/page', version: '1', data, notices: [], render, ...changes }
    current = { page, url }
    return (await app.inject('/page')).body
  }

  return { get, renders: () => renders }
}
