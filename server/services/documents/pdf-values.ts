/** A value in a PDF (ISO 32000, 7.3). A name is a text with its slash, a string is a buffer. */
export type PdfValue =
  | number
  | boolean
  | null
  | string
  | Buffer
  | PdfReference
  | PdfDictionary
  | PdfValue[]

export type PdfDictionary = Map<string, PdfValue>

/** A reference to an object. */
export class PdfReference {
  readonly number: number
  readonly generation: number
  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

/** Values in values at most. */
const deepest = 50

const blank = /[\0\t\n\f\r ]+|%[^\r\n]*/y
const reference = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![\w.])/y
const number = /[+-]?(?:\d+\.?\d*|\.\d+)/y
const name = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y
const keyword = /(?:true|false|null)\b/y
const hexString = /<([\da-f\0\t\n\f\r ]*)>/iy

/** Reads the value that is between two places of a text in Latin-1; undefined if there is none. */
export type ReadPdfValue = (text: string, start: number, end: number) => PdfValue | undefined

export const readPdfValue: ReadPdfValue = (text, start, end) =>
  new Reader(text.slice(start, end)).value(0)

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(depth: number): PdfValue | undefined {
    if (depth > deepest) return undefined
    this.#skipBlank()
    if (this.#skip('<<')) return this.#dictionary(depth + 1)
    if (this.#skip('[')) return this.#array(depth + 1)
    if (this.#skip('(')) return this.#string()
    const hex = this.#match(hexString)
    if (hex) return decodeHex(hex[1]!.replaceAll(/[^\da-f]/gi, ''))
    const named = this.#match(name)
    if (named) return decodeName(named[0])
    const referred = this.#match(reference)
    if (referred) return new PdfReference(Number(referred[1]), Number(referred[2]))
    const numeral = this.#match(number)
    if (numeral) return Number(numeral[0])
    const word = this.#match(keyword)?.[0]
    return word === undefined ? undefined : word === 'null' ? null : word === 'true'
  }

  #dictionary(depth: number): PdfDictionary | undefined {
    const entries: PdfDictionary = new Map()
    for (;;) {
      this.#skipBlank()
      if (this.#skip('>>')) return entries
      const key = this.#match(name)?.[0]
      const value = key === undefined ? undefined : this.value(depth)
      if (key === undefined || value === undefined) return undefined
      entries.set(decodeName(key), value)
    }
  }

  #array(depth: number): PdfValue[] | undefined {
    const values: PdfValue[] = []
    for (;;) {
      this.#skipBlank()
      if (this.#skip(']')) return values
      const value = this.value(depth)
      if (value === undefined) return undefined
      values.push(value)
    }
  }

  #string(): Buffer | undefined {
    let content = ''
    for (let open = 1; this.#at < this.#text.length;) {
      const character = this.#text[this.#at++]!
      if (character === '\\') content += this.#escaped()
      else {
        open += character === '(' ? 1 : character === ')' ? -1 : 0
        if (open === 0) return Buffer.from(content, 'latin1')
        // A line end of any kind counts as one line feed.
        if (character === '\r') this.#skip('\n')
        content += character === '\r' ? '\n' : character
      }
    }
    return undefined
  }

  #escaped() {
    const octal = this.#match(/[0-7]{1,3}/y)
    if (octal) return String.fromCharCode(parseInt(octal[0], 8) & 0xff)
    if (this.#match(/\r\n?|\n/y)) return ''
    const character = this.#text[this.#at++] ?? ''
    return escapes[character] ?? character
  }

  /** Skips spaces and comments. */
  #skipBlank() {
    while (this.#match(blank));
  }

  #skip(text: string) {
    const isThere = this.#text.startsWith(text, this.#at)
    if (isThere) this.#at += text.length
    return isThere
  }

  #match(pattern: RegExp) {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found
  }
}

/** A last digit without a partner is followed by a 0. */
function decodeHex(digits: string) {
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** In a name, `#` and two hexadecimal digits stand for a character. */
function decodeName(text: string) {
  return text.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
}
