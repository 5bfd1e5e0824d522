import { expect, test } from 'vitest'

import { samples } from './render-message.ts'

const foundation = {
  name: 'Foundation',
  shortName: 'F',
  email: 'info@example.org',
  phone: '+254 1',
}

test.each(['https://example.org', undefined])(
  'every placeholder of the e-mails has a value, with PUBLIC_URL %s',
  (publicUrl) => {
    const texts = samples({ foundation, publicUrl }).map(({ subject, text }) => subject + text)

    expect(texts.length).toBeGreaterThan(14)
    expect(texts.filter((text) => /[{}]|undefined|\n\n\n/.test(text))).toEqual([])
  },
)
