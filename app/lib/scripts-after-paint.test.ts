import { expect, test } from 'vitest'
import { scriptsAfterPaint } from './scripts-after-paint.ts'

const module = `import "/a.js";
import * as route0 from "/b.js";
  window.routes = {"root":route0};

import("/c.js");`
const page = `<head><link rel="modulepreload" href="/a.js" nonce="n"/><link rel="stylesheet" href="/a.css"/></head><body><script nonce="n">before()</script><script nonce="n" type="module" async="">${module}</script></body>`

test('preloads and the module wait in one inline script; everything else stays as it is', () => {
  const html = scriptsAfterPaint(page)
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).not.toContain('type="module"')
  expect(html).toContain('<link rel="stylesheet" href="/a.css"/>')
  expect(html).toContain('<script nonce="n">before()</script><script nonce="n">Promise.race([')
  expect(html).toContain('["/a.js"]')
})

test('the module runs in its order, as part of a script that is trusted already', () => {
  expect(scriptsAfterPaint(page)).toContain(
    'await import("/a.js");let route0=await import("/b.js");window.routes = {"root":route0};import("/c.js");})</script>',
  )
})

test('a page without scripts is left alone', () => {
  expect(scriptsAfterPaint('<body><p>Hello</p></body>')).toBe('<body><p>Hello</p></body>')
})
