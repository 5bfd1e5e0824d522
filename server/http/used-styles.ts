import { createHash } from 'node:crypto'

const styleElement = /(?<=<style[^>]*>)[^]*?(?=<\/style>)/

/**
 * Elements that a page gets later: the `.notice` (app/scripts/enhance.ts) and lazy images from scripts,
 * site notices (app/site/frame/notices.tsx) from the server.
 */
const added =
  '<p class="notice"></p><img><aside class="site-notices"><p><time></time><b></b><a class="link"></a></p></aside>'

/** Removes the unused rules of the inline styles of a page. */
export async function withUsedStyles(html: string) {
  const [styles] = styleElement.exec(html) ?? []
  if (!styles) return html
  const used = await stylesUsed(styles, html.replace(styleElement, added))
  return html.replace(styleElement, () => used)
}

/** Style sheets by the names that a page uses: an edited text has the same names as before. */
const known = new Map<string, Promise<string>>()
const maxKnown = 60

/** The rules that can apply to a page. Scripts may set any attribute, so those count as used. */
export function stylesUsed(styles: string, html: string) {
  const names = [...new Set(namesIn(html))].toSorted()
  const key = createHash('sha256').update(names.join(' ')).update(styles).digest('base64')
  const found = known.get(key)
  if (found) return found
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size >= maxKnown) known.delete(oldest)
  const used = purge(styles, names)
  known.set(key, used)
  used.catch(() => known.delete(key))
  return used
}

async function purge(styles: string, names: string[]) {
  // Loaded late: it takes memory, and a process may never render a page.
  const { PurgeCSS } = await import('purgecss')
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: names.join('\n'), extension: 'html' }],
    css: [{ raw: styles }],
    defaultExtractor: (text) => text.split('\n'),
    dynamicAttributes: found(styles, /\[([\w-]+)/g),
    variables: true,
    // The drawings in motifs/sprite.svg use the page's colour variables.
    safelist: { variables: [/^--color-/] },
    keyframes: true,
  })
  return result?.css ?? ''
}

function namesIn(html: string) {
  const classes = found(html, / class="([^"]*)"/g).flatMap((list) => decoded(list).split(' '))
  return [...found(html, /<([a-z][\w-]*)/g), ...classes]
}

function found(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

/** Decodes the characters that HTML escapes in class names, such as & and >. */
function decoded(text: string) {
  return text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
