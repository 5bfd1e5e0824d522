/**
 * The grammar of texts. Each line is a paragraph; lines that begin with `- ` are a list. `**bold**` and
 * `[words](address)` stand within a line. Everything else, such as HTML, is plain text.
 */
export type TextNode =
  | { kind: 'paragraph'; parts: TextPart[] }
  | { kind: 'list'; items: TextPart[][] }

export type TextPart =
  | { kind: 'words'; words: string }
  | { kind: 'bold'; parts: TextPart[] }
  | { kind: 'link'; href: string; words: string }

/** Bold or a link. No part may contain its own delimiter, so that the search takes linear time. */
const marked = /\*\*([^*\s](?:[^*\n]*[^*\s])?)\*\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g
const links = /\[[^[\]\n]+\]\(([^()\s]+)\)/g
const listItem = /^\s*[-•]\s+/

/** Parses a text into paragraphs and lists. Empty lines are left out. */
export function parseText(text: string): TextNode[] {
  const nodes: TextNode[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const last = nodes.at(-1)
    const parts = partsOf(line.replace(listItem, '').trim())
    if (!listItem.test(line)) nodes.push({ kind: 'paragraph', parts })
    else if (last?.kind === 'list') last.items.push(parts)
    else nodes.push({ kind: 'list', items: [parts] })
  }
  return nodes
}

/** The words of a text without marks, for metadata and short lists. */
export function plainText(text: string) {
  return parseText(text)
    .flatMap((node) => (node.kind === 'list' ? node.items : [node.parts]))
    .map(wordsOf)
    .join(' ')
}

/** The addresses of all links in a text, also of those that `parseText` shows as plain text. */
export function linksIn(text: string) {
  return Array.from(text.matchAll(links), ([, href = '']) => href)
}

/** Whether an address is safe as a link. Its target may still not exist: see links.ts. */
export function isSafeAddress(href: string) {
  return /^(https:\/\/[^/]|mailto:|tel:|\/(?![/\\]))/i.test(href)
}

function partsOf(line: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const addWords = (words: string) => {
    if (words !== '') parts.push({ kind: 'words', words })
  }
  for (const { 0: all, 1: bold, 2: words = '', 3: href = '', index } of line.matchAll(marked)) {
    addWords(line.slice(end, index))
    end = index + all.length
    if (bold !== undefined) parts.push({ kind: 'bold', parts: partsOf(bold) })
    else if (isSafeAddress(href)) parts.push({ kind: 'link', href, words })
    else addWords(all)
  }
  addWords(line.slice(end))
  return parts
}

function wordsOf(parts: TextPart[]): string {
  return parts.map((part) => (part.kind === 'bold' ? wordsOf(part.parts) : part.words)).join('')
}
