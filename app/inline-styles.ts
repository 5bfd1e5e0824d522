import { globSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Puts into every page of a build the styles that it uses, in place of the link to those of all
 * pages: a first visit then needs one answer to paint, and hardly more bytes on the later ones.
 */
export function inlineStyles(folder: string) {
  for (const file of globSync(`${folder}/**/*.html`)) {
    const html = readFileSync(file, 'utf8')
    const inlined = html.replace(/<link rel="stylesheet" href="([^"]+)"\/>/, (_, href: string) => {
      const styles = readFileSync(`${folder}${href}`, 'utf8')
      return `<style>${stylesUsed(styles, html)}</style>`
    })
    writeFileSync(file, inlined)
  }
}

/** The part of built styles that concerns a page: rules for its elements and classes, and what they need. */
export function stylesUsed(styles: string, html: string) {
  const page = { classes: classesOf(html), tags: tagsOf(html) }
  return withoutUnusedProperties(print(parse(styles).flatMap((rule) => used(rule, page))))
}

interface Rule {
  /** A selector, or an at-rule up to its block or its semicolon. */
  head: string
  body?: string | Rule[]
}

interface PageParts {
  classes: Set<string>
  tags: Set<string>
}

/** What scripts add to a page later. */
const addedClasses = ['notice']
const addedTags = ['p', 'img']

function classesOf(html: string) {
  const lists = [...html.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) => decode(list))
  return new Set([...addedClasses, ...lists.flatMap((list) => list.split(/\s+/))])
}

function tagsOf(html: string) {
  return new Set([
    ...addedTags,
    ...[...html.matchAll(/<([a-z][\w-]*)/g)].map(([, tag = '']) => tag),
  ])
}

function decode(text: string) {
  return text
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

function used(rule: Rule, page: PageParts): Rule[] {
  const { head, body } = rule
  if (Array.isArray(body)) {
    const rules = body.flatMap((inner) => used(inner, page))
    return rules.length > 0 ? [{ head, body: rules }] : []
  }
  if (head.startsWith('@') || body === undefined) return [rule]
  const selectors = splitList(head).filter((selector) => concerns(selector, page))
  return selectors.length > 0 ? [{ head: selectors.join(','), body }] : []
}

function concerns(selector: string, { classes, tags }: PageParts) {
  const wanted = [...selector.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/g)]
  if (!wanted.every(([, name = '']) => classes.has(unescape(name)))) return false
  if (wanted.length > 0 || selector.includes('(')) return true
  const elements = [...selector.matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/g)]
  return elements.every(([, tag = '']) => tags.has(tag))
}

function unescape(name: string) {
  return name
    .replaceAll(/\\([0-9a-f]{1,6}) ?/g, (_, code: string) =>
      String.fromCodePoint(parseInt(code, 16)),
    )
    .replaceAll(/\\(.)/g, '$1')
}

/** Drops the custom properties of the theme that nothing refers to any more. */
function withoutUnusedProperties(styles: string): string {
  const wanted = new Set([...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const smaller = styles
    .replaceAll(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name) => (wanted.has(name) ? rule : ''))
    .replaceAll(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (declaration, name) =>
      wanted.has(name) ? declaration : '',
    )
  return smaller.length < styles.length ? withoutUnusedProperties(smaller) : smaller
}

/** Reads minified styles: blocks of rules as rules, everything else as it stands. */
function parse(styles: string): Rule[] {
  const rules: Rule[] = []
  let start = 0
  while (start < styles.length) {
    const stop = find(styles, start, '{;')
    const head = styles.slice(start, stop).trim()
    if (styles[stop] !== '{') {
      if (head) rules.push({ head })
      start = stop + 1
      continue
    }
    const end = endOfBlock(styles, stop)
    const inside = styles.slice(stop + 1, end)
    rules.push({
      head,
      body: /^@(layer|media|supports|container)\b/.test(head) ? parse(inside) : inside,
    })
    start = end + 1
  }
  return rules
}

function print(rules: Rule[]): string {
  return rules
    .map(({ head, body }) => {
      if (body === undefined) return `${head};`
      return `${head}{${Array.isArray(body) ? print(body) : body}}`
    })
    .join('')
}

/** The next of some characters that is not in a string; the end of the text where there is none. */
function find(text: string, from: number, characters: string) {
  let quote = ''
  for (let i = from; i < text.length; i++) {
    const character = text.charAt(i)
    if (character === '\\') i++
    else if (quote) quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (characters.includes(character)) return i
  }
  return text.length
}

function endOfBlock(text: string, open: number) {
  let depth = 0
  for (let i = open; i < text.length; i = find(text, i + 1, '{}')) {
    depth += text[i] === '{' ? 1 : -1
    if (depth === 0) return i
  }
  return text.length
}

/** Splits a list at the commas that stand in no brackets. */
function splitList(list: string) {
  const parts: string[] = ['']
  let depth = 0
  for (let i = 0; i < list.length; i++) {
    const character = list.charAt(i)
    if (character === '\\') {
      parts[parts.length - 1] += character + list.charAt(++i)
      continue
    }
    if ('(['.includes(character)) depth++
    if (')]'.includes(character)) depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}
