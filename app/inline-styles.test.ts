import { expect, test } from 'vitest'
import { stylesUsed } from './inline-styles.ts'

const html = `<h1 class="text-xl md:w-1/2 [&amp;_svg]:size-4"><svg/></h1>`

test('a page keeps the rules for its elements and classes', () => {
  expect(stylesUsed('h1,table{margin:0}abbr{color:red}', html)).toBe('h1{margin:0}')
  expect(stylesUsed('.text-xl{font-size:2em}.text-sm{font-size:1em}', html)).toBe(
    '.text-xl{font-size:2em}',
  )
  expect(
    stylesUsed(
      String.raw`@media (width>=48rem){.md\:w-1\/2{width:50%}.md\:flex{display:flex}}`,
      html,
    ),
  ).toBe(String.raw`@media (width>=48rem){.md\:w-1\/2{width:50%}}`)
  expect(stylesUsed(String.raw`.\[\&_svg\]\:size-4 svg{width:1em}`, html)).toBe(
    String.raw`.\[\&_svg\]\:size-4 svg{width:1em}`,
  )
})

test('what scripts add later is kept', () => {
  expect(stylesUsed('.notice{color:red}', html)).toBe('.notice{color:red}')
})

test('empty blocks go, and the properties that nothing refers to any more', () => {
  const styles =
    '@layer a,b;@layer a{:root{--x:1px;--y:var(--x);--z:2px}}@layer b{.text-sm{margin:var(--z)}}h1{margin:var(--y)}@property --tw-q{syntax:"*"}'
  expect(stylesUsed(styles, html)).toBe(
    '@layer a,b;@layer a{:root{--x:1px;--y:var(--x);}}h1{margin:var(--y)}',
  )
})

test('strings and addresses may hold brackets', () => {
  const styles = `h1{background:url("data:image/svg+xml,{;}")}h1:after{content:'}'}`
  expect(stylesUsed(styles, html)).toBe(styles)
})
