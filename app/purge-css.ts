import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { PurgeCSS } from 'purgecss'

import { splitStyles, withStyles } from '../server/http/page-styles.ts'

/**
 * Elements that a page gets later: the `.notice` (app/scripts/enhance.ts) and lazy images from scripts,
 * site notices (app/site/frame/notices.tsx) from the server.
 */
const added =
  '<p class="notice"></p><img><aside class="site-notices"><p><time></time><b></b><a class="link"></a></p></aside>'

/** Removes the unused CSS rules from each built page, to save bytes and rendering time. */
export async function dropUnusedStyles(folder: string) {
  for (const file of globSync(`${folder}/**/*.html`)) {
    const html = readFileSync(file, 'utf8')
    const { styles, rest } = splitStyles(html)
    if (styles) writeFileSync(file, withStyles(html, await stylesUsed(styles, rest)))
  }
}

/** The rules that can apply to a page. Scripts may set any attribute, so those count as used. */
export async function stylesUsed(styles: string, html: string) {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: html + added, extension: 'html' }],
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
