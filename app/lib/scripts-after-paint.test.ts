import { expect, test } from 'vitest'
import { scriptsAfterPaint } from './scripts-after-paint.ts'

const page = `<head><link rel="modulepreload" href="/a.js" nonce="n"/><link rel="stylesheet" href="/a.css"/></head><body><script nonce="n">before()</script><script nonce="n" type="module" async="">import "/a.js";const close="</";</script></body>`

test('preloads and the module wait in one inline script; everything else stays as it is', () => {
  const html = scriptsAfterPaint(page, 'n')
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).not.toContain('type="module"')
  expect(html).toContain('<link rel="stylesheet" href="/a.css"/>')
  expect(html).toContain(
    '<script nonce="n">before()</script><script nonce="n">requestAnimationFrame',
  )
  expect(html).toContain('["/a.js"]')
})

test('the postponed module cannot end its script early', () => {
  const [, starter = ''] = scriptsAfterPaint(page, 'n').split('before()</script>')
  expect(starter.match(/<\//g)).toEqual(['</', '</'])
})

test('a page without scripts is left alone', () => {
  expect(scriptsAfterPaint('<body><p>Hello</p></body>')).toBe('<body><p>Hello</p></body>')
})
