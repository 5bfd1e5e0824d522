import type { documentMessages } from './document-messages.ts'
import { canInflate, readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts'

const contentTypes = '[content_types].xml'
const packageRelations = '_rels/.rels'

/** Bytes of the content types or of the relations of a Word file at most. */
const longestXml = 300_000

/** Content types of the main part of a Word file, with and without macros. */
const mainType =
  /^application\/vnd\.(openxmlformats-officedocument\.wordprocessingml\.(document|template)|ms-word\.(document|template)\.macroEnabled\w*)\.main\+xml$/i

/** Marks of macros: names, content types (also of embedded files) and relations of parts. */
const macroName = /(^|\/)vba(project|data)[^/]*$/
const macroType = /macroEnabled|\bvba(Project|Data)\b/i
const macroRelation = /\/relationships\/(vbaProject|wordVbaData)$/i

/**
 * Checks that a ZIP file is a Word file without macros, by the rules of Open Packaging Conventions:
 * the package relations or the content types name the main part, in any folder. A browser that
 * cannot inflate checks the names alone.
 */
export async function checkWordFile(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<keyof typeof documentMessages | undefined> {
  const directory = readZipDirectory(bytes)
  if (!directory) return 'broken'
  const parts = directory.map((entry) => ({ ...entry, name: partName(entry.name) }))
  const names = new Set(parts.map(({ name }) => name))
  if (!names.has(contentTypes)) return 'zip'
  const hasMacroName = parts.some(({ name }) => macroName.test(name))
  if (!canInflate()) return hasMacroName ? 'macros' : undefined

  const types = await readPart(bytes, parts, contentTypes)
  const relations = await readPart(bytes, parts, packageRelations)
  if (types === undefined || relations === undefined) return 'broken'
  const typed = elementsIn(types, 'Override|Default')
  const typeOf = contentTypesIn(typed)
  const named = [
    ...elementsIn(relations, 'Relationship')
      .filter(({ type = '' }) => /\/officeDocument$/i.test(type))
      .map(({ target }) => target),
    ...typed.map(({ partname }) => partname),
  ]
  const main = named
    .map((name = '') => partName(name))
    .find((name) => names.has(name) && mainType.test(typeOf(name)))
  if (main === undefined) return 'zip'
  const ownRelations = await readPart(bytes, parts, relationsOf(main))
  if (ownRelations === undefined) return 'broken'
  const hasMacros =
    hasMacroName ||
    typed.some(({ contenttype = '' }) => macroType.test(contenttype)) ||
    elementsIn(ownRelations, 'Relationship').some(({ type = '' }) => macroRelation.test(type))
  return hasMacros ? 'macros' : undefined
}

/** Part names ignore case. Some programs write backslashes into the directory of the ZIP file. */
function partName(name: string) {
  return name
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase()
}

/** The text of a part, empty if it is missing; undefined if it is unreadable or there twice. */
async function readPart(bytes: Uint8Array<ArrayBuffer>, parts: ZipEntry[], name: string) {
  const [part, ...others] = parts.filter((one) => one.name === name)
  if (!part) return ''
  const content = others.length === 0 && (await readZipEntry(bytes, part, longestXml))
  if (!content) return undefined
  const mark = content[0]! * 256 + content[1]!
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(content)
}

type Attributes = Partial<Record<string, string>>

/** The attributes of XML elements, by their names in lower case. */
function elementsIn(xml: string, name: string): Attributes[] {
  const [start, ...commented] = xml.split('<!--')
  const text = [start, ...commented.map((piece) => piece.split('-->').slice(1).join(''))].join('')
  const element = new RegExp(`<(?:[\\w.-]{1,30}:)?(?:${name})\\s([^<>]*)>`, 'g')
  return Array.from(text.matchAll(element), ([, inside = '']) =>
    Object.fromEntries(Array.from(inside.matchAll(attribute), readAttribute)),
  )
}

const attribute = /([\w:.-]{1,30})\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function readAttribute([, name = '', quoted, other = '']: RegExpExecArray): [string, string] {
  return [name.toLowerCase(), decodeEntities(quoted ?? other).trim()]
}

function decodeEntities(text: string) {
  return text.replaceAll(
    /&#(?:x([\da-f]{1,4})|(\d{1,5}));/gi,
    (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex ? parseInt(hex, 16) : Number(decimal)),
  )
}

/** Finds the content type of a part: its own, or that of its ending. */
function contentTypesIn(typed: Attributes[]) {
  const own = new Map(
    typed.map(({ partname = '', ...one }) => [partName(partname), one.contenttype]),
  )
  const byEnding = new Map(
    typed.map(({ extension = '', ...one }) => [extension.toLowerCase(), one.contenttype]),
  )
  return (name: string) =>
    own.get(name) ?? byEnding.get(name.slice(name.lastIndexOf('.') + 1)) ?? ''
}

function relationsOf(name: string) {
  return name.replace(/[^/]*$/, (file) => `_rels/${file}.rels`)
}
