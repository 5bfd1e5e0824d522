import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { type AnyFields, declarationOf } from '../../../contract/content/items.ts'
import { plainText } from '../../../contract/content/text.ts'

/** Width of the outline and its distance from the item, in pixels. */
const line = 4

/**
 * Scrolls a previewed page to an item and outlines it. Pages do not mark their items, so that visitors
 * load no bytes for it: the item is the part with its title and most of its other texts.
 */
export function showItem(page: Document, { collection, draft, published }: AnyContentItem) {
  const { title } = declarationOf(collection)
  const [part] = [draft, published]
    .filter((fields) => fields !== null)
    .flatMap((fields) => partsTitled(page, fields, textIn(fields, title)))
    .toSorted((one, other) => countTexts(other, draft) - countTexts(one, draft))
  if (!part) return
  const { clientWidth, clientHeight } = page.documentElement
  const isFullWidth = part.offsetWidth + 4 * line > clientWidth
  part.style.outline = `${line}px solid var(--color-coral-500)`
  part.style.outlineOffset = `${isFullWidth ? -line : line}px`
  // The page's header stays on top.
  part.style.scrollMarginTop = '6rem'
  part.scrollIntoView({ block: part.offsetHeight < clientHeight * 0.75 ? 'center' : 'start' })
}

function partsTitled(page: Document, fields: AnyFields, text: string) {
  if (text === '') return []
  return Array.from(page.querySelectorAll<HTMLElement>('main *, aside *'))
    .filter((element) => wordsOf(element) === text)
    .map((element) => partAround(element, fields))
}

/** The list item or card of a title; else the smallest element around it with the other texts. */
function partAround(title: HTMLElement, fields: AnyFields) {
  const card = title.closest<HTMLElement>('li, article, figure, aside > p')
  if (card) return card
  let part = title
  for (let around = title.parentElement; around; around = around.parentElement) {
    if (around.matches('dl, form, section, main')) break
    const isSame = wordsOf(around) === wordsOf(part)
    if (isSame || countTexts(around, fields) > countTexts(part, fields)) part = around
  }
  return part
}

function countTexts(part: HTMLElement, fields: AnyFields) {
  const words = wordsOf(part)
  const texts = Object.keys(fields).map((key) => textIn(fields, key))
  return texts.filter((text) => text !== '' && words.includes(text)).length
}

function textIn(fields: AnyFields, key: string) {
  const value = fields[key]
  return typeof value === 'string' ? oneLine(plainText(value)) : ''
}

const wordsOf = (element: Element) => oneLine(element.textContent)

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
