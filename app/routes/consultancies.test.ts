import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { consultanciesTexts } from '../../content/consultancies.ts'
import Consultancies from './consultancies.tsx'

test('without a call the page says so and links to the contact', () => {
  const texts = { ...consultanciesTexts, slug: 'consultancies', isOver: false, publishedAt: null }
  const loaderData = { texts, calls: [] }
  const html = renderToStaticMarkup(createElement(Consultancies, { loaderData }))

  expect(html).toContain('>No Current Opportunities<')
  expect(html).toMatch(/<a href="\/contact"[^>]*>Get in Touch<\/a>/)
})
