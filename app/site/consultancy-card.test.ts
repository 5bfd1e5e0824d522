import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { statusOf, StatusBadge } from './consultancy-card.tsx'

const tokens = readFileSync('app/styles/tokens.css', 'utf8')

test.each([
  ['open', 'Open', 'green'],
  ['closed', 'Closed', 'red'],
  ['upcoming', 'Upcoming', 'blue'],
  ['put off', 'put off', 'grey'],
])('the badge of a call that is %s says %s in %s', (status, words, colour) => {
  const html = renderToStaticMarkup(createElement(StatusBadge, { status }))
  const [, token = ''] = /\bbg-([\w-]+)/.exec(html) ?? []

  expect(html).toContain(`>${words}<`)
  expect(colourOf(token)).toBe(colour)
})

test('a call has the status that staff have set, until its date closes it', () => {
  const shown = (['open', 'closed', 'upcoming'] as const).map((status) => [
    statusOf({ isOver: false, status }),
    statusOf({ isOver: true, status }),
  ])
  expect(shown).toEqual([
    ['open', 'closed'],
    ['closed', 'closed'],
    ['upcoming', 'closed'],
  ])
})

/** Name of a colour token's strongest colour channel. */
function colourOf(token: string): string | undefined {
  const [, value = ''] = new RegExp(`--color-${token}: ([^;]+);`).exec(tokens) ?? []
  const [, other] = /^var\(--color-([\w-]+)\)$/.exec(value) ?? []
  if (other) return colourOf(other)
  const channels = value.match(/[\da-f]{2}/g)?.map((hex) => parseInt(hex, 16)) ?? []
  const strongest = Math.max(...channels)
  if (strongest - Math.min(...channels) < 32) return 'grey'
  return ['red', 'green', 'blue'][channels.indexOf(strongest)]
}
