import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import Consultancies from './consultancies.tsx'

test('without a call the page says so and links to the contact', () => {
  const html = renderToStaticMarkup(createElement(Consultancies, { loaderData: { calls: [] } }))

  expect(html).toContain('>No Current Opportunities<')
  expect(html).toMatch(/<a href="\/contact"[^>]*>Get in Touch<\/a>/)
})
