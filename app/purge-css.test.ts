import { expect, test } from 'vitest'
import { stylesUsed } from './purge-css.ts'

test('A page keeps the rules for its elements and classes, and drops the others', async () => {
  const html = '<h1 class="text-xl md:text-sm">Title</h1>'
  const styles =
    'h1,table{margin:0}abbr{color:red}.text-xl{font-size:2em}.text-sm{font-size:1em}@media (min-width:48rem){.md\\:text-sm{font-size:1em}.md\\:flex{display:flex}}'
  expect(await stylesUsed(styles, html)).toBe(
    'h1{margin:0}.text-xl{font-size:2em}@media (min-width:48rem){.md\\:text-sm{font-size:1em}}',
  )
})

test('Class names are unescaped as in the browser', async () => {
  const styles = '.\\[main\\>p\\>\\&\\]\\:hidden{display:none}'
  expect(await stylesUsed(styles, '<p class="[main&gt;p&gt;&amp;]:hidden">')).toBe(styles)
})

test('Rules for states that scripts set on an element are kept', async () => {
  const html = '<a class="tab" href="#x">One</a>'
  const styles = '.tab[aria-selected=true]{color:red}.tab:hover{color:blue}'
  expect(await stylesUsed(styles, html)).toBe(styles)
})

test('Theme variables that no rule uses are dropped, except for colours, which drawings use', async () => {
  const styles =
    ':root{--wide:9em;--narrow:1em;--color-blue:#00f;--gap:var(--narrow)}p{gap:var(--gap)}'
  expect(await stylesUsed(styles, '<html><p>Text</p></html>')).toBe(
    ':root{--narrow:1em;--color-blue:#00f;--gap:var(--narrow)}p{gap:var(--gap)}',
  )
})
