import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { PurgeCSS } from 'purgecss'

const styleElement = /(?<=<style[^>]*>)[^]*?(?=<\/style>)/

/** Elements that scripts add to a page: the `.notice` (app/scripts/enhance.ts) and lazy images. */
const added = '<p class="notice"></p><img>'

/** Removes the unused CSS rules from each built page, to save bytes and rendering time. */
export async function dropUnusedStyles(folder: string) {
  for (const file of globSync(`${folder}/**/*.html`)) {
    const html = readFileSync(file, 'utf8')
    const [styles] = styleElement.exec(html) ?? []
    if (!styles) continue
    const used = await stylesUsed(styles, html.replace(styleElement, added))
    writeFileSync(
      file,
      html.replace(styleElement, () => used),
    )
  }
}

/** The rules that can apply to a page. Scripts may set any attribute, so those count as used. */
export async function stylesUsed(styles: string, html: string) {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: styles }],
    defaultExtractor: namesIn,
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
