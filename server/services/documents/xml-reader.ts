/** An element of an XML document. `text` is its own text, without that of its children. */
export interface XmlElement {
  name: string
  text: string
  children: XmlElement[]
}

/**
 * Reads the XML of S3 services: elements, attributes (ignored) and text. Throws for everything else,
 * such as a truncated document, a page of HTML or a document type with entities of its own.
 */
export function readXml(source: string): XmlElement {
  const document: XmlElement = { name: '', text: '', children: [] }
  const open = [document]
  let end = /^\uFEFF?\s*(?:<\?xml\s[^>]*\?>)?/.exec(source)![0].length
  while (end < source.length) {
    part.lastIndex = end
    const [all, text, closing, name, selfClosing] = part.exec(source) ?? fail()
    const parent = open.at(-1) ?? fail()
    parent.text += decodeEntities(text!)
    if (name === undefined) break
    if (closing) {
      if (open.pop()!.name !== name) fail()
    } else {
      const element = { name, text: '', children: [] }
      parent.children.push(element)
      if (!selfClosing) open.push(element)
    }
    end += all.length
  }
  if (open.length > 1 || document.children.length !== 1 || document.text.trim() !== '') fail()
  return document.children[0]!
}

/** The text of the first child with this name; undefined if there is none. */
export function childText({ children }: XmlElement, name: string) {
  return children.find((child) => child.name === name)?.text
}

/** Text up to the next tag, and that tag; or the text after the last tag. */
const part =
  /([^<]*)(?:<(\/)?([A-Za-z_][\w.:-]*)(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/)?>|$)/y

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function decodeEntities(text: string) {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(\w+));|&/g,
    (_all, decimal, hex, name) => {
      if (name !== undefined) return entities.get(name) ?? fail()
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : fail()
    },
  )
}

function fail(): never {
  throw new Error('This is not the XML of an S3 service')
}
