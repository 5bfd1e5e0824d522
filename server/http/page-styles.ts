import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The inline styles of pages that the server renders, by `kindOfPage` of their path. */
export type PageStyles = Record<string, string>

/** The file of the build that has them. */
export const pageStylesFile = 'page-styles.json'

const styleElement = /(?<=<style[^>]*>)[^]*?(?=<\/style>)/

export function readPageStyles(folder: string): PageStyles {
  return JSON.parse(readFileSync(join(folder, pageStylesFile), 'utf8')) as PageStyles
}

/** Replaces the inline styles of a page. */
export function withStyles(html: string, styles: string) {
  return html.replace(styleElement, () => styles)
}

/** The inline styles of a page, and the page without them. */
export function splitStyles(html: string) {
  const [styles = ''] = styleElement.exec(html) ?? []
  return { styles, rest: withStyles(html, '') }
}
