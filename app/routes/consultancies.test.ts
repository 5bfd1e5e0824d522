import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { consultancies } from '../../content/consultancies.ts'
import Consultancies from './consultancies.tsx'

test('without a call the page says so and links to the contact', () => {
  consultancies.length = 0
  const html = renderToStaticMarkup(createElement(Consultancies))

  expect(html).toContain('>No Current Opportunities<')
  expect(html).toMatch(/<a href="\/contact"[^>]*>Get in Touch<\/a>/)
})
