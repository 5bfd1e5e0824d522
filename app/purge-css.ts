import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { PurgeCSS } from 'purgecss'

const styleElement = /(?<=<style[^>]*>)[^]*?(?=<\/style>)/

/** What scripts add to a page: `.notice` (app/scripts/enhance.ts), and the pictures that they load. */
const added = '<p class="notice"></p><img>'

/** Leaves in every page of a build the styles that it uses: fewer bytes, and fewer rules to match. */
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

/** The part of built styles that concerns a page, whatever its scripts make of its attributes. */
export async function stylesUsed(styles: string, html: string) {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: styles }],
    defaultExtractor: namesIn,
    dynamicAttributes: found(styles, /\[([\w-]+)/g),
    variables: true,
    // The drawings in motifs/sprite.svg take them from the page.
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

/** Some names of classes have an ampersand or an angle bracket. */
function decoded(text: string) {
  return text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
