import * as z from 'zod/mini'

import type { AnyContentItem } from '../../../contract/content/calls.ts'
import {
  declarationOf,
  draftSchema,
  fieldsOf,
  type AnyFields,
  type ItemName,
} from '../../../contract/content/items.ts'
import {
  emptyValueOf,
  type ContentPicture,
  type Entry,
  type Field,
} from '../../../contract/content/fields.ts'
import type { Values } from '../../forms/fields.tsx'
import type { Existing } from '../editing/use-editor.ts'
import { wordsOf } from '../editing/record-values.ts'

/** A picture has several controls: `image.src`, `image.width`, `image.height`, `image.alt`. */
export const partOf = (name: string, part: keyof ContentPicture) => `${name}.${part}`

/** Stands for the address of a picture while its upload is under way. */
export const stillSending = 'sending'

/** An item as a record of the editor: the fields of its draft stand beside its id. */
export function toRecord({ _id, updatedAt, draft }: AnyContentItem): Existing & AnyFields {
  return { ...draft, _id, updatedAt }
}

/** The texts of the form's controls for the fields of a draft. Pictures stay as they are. */
export function toInputs(item: ItemName, fields: AnyFields): Values {
  const inputs = fieldsOf(item).map(([key, field]) => {
    const value = fields[key] ?? emptyValueOf(field)
    if (field.kind === 'list') return [key, (value as string[]).join('\n')]
    if (field.kind === 'entries') return [key, linesOf(value as Entry[])]
    return [key, typeof value === 'number' ? String(value) : value]
  })
  return Object.fromEntries(inputs)
}

/**
 * Reads the form of an item: the fields of a draft, and `slug` of a new item. Without a typed slug, it
 * is made from the title.
 */
export function formSchema(item: ItemName, isNew: boolean) {
  return z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((typed, { issues }): AnyFields => {
      const fields = fieldsIn(item, typed)
      const { data, error } = draftSchema(item).safeParse(fields)
      for (const { path, message } of error?.issues ?? []) {
        issues.push({ code: 'custom', path, message, input: fields })
      }
      for (const [key] of sendingIn(item, typed)) {
        const message = 'The picture is still being sent. Try again in a moment.'
        issues.push({ code: 'custom', path: [key], message, input: fields })
      }
      return isNew ? { ...data, slug: slugIn(item, typed) } : { ...data }
    }),
  )
}

/** The text of a field's value, for comparisons. */
export function wordsIn(item: ItemName) {
  const fields = new Map(fieldsOf(item))
  return (value: unknown, name: string) => {
    const field = fields.get(name)
    return field && value !== null && value !== undefined ? textOf(field, value) : wordsOf(value)
  }
}

/** The labels of an item's fields, by key. */
export function labelsOf(item: ItemName): Record<string, string> {
  return Object.fromEntries(fieldsOf(item).map(([key, { label }]) => [key, label]))
}

function textOf(field: Field, value: unknown) {
  switch (field.kind) {
    case 'list':
      return (value as string[]).join('\n') || wordsOf(null)
    case 'entries':
      return linesOf(value as Entry[]) || wordsOf(null)
    case 'choice':
      return field.options[value as string] ?? wordsOf(value)
    case 'picture': {
      const { src, alt } = value as ContentPicture
      return `${src}\n${alt}`
    }
    default:
      return String(value)
  }
}

function fieldsIn(item: ItemName, typed: AnyFields): AnyFields {
  const fields = fieldsOf(item).map(([key, { kind }]) => [key, valueIn(kind, key, typed)])
  return Object.fromEntries(fields)
}

function valueIn(kind: Field['kind'], key: string, typed: AnyFields) {
  const text = typedText(typed, key)
  switch (kind) {
    case 'list':
      return linesIn(text)
    case 'entries':
      return linesIn(text).map(entryIn)
    case 'number':
      return /^\s*-?\d+\s*$/.test(text) ? Number(text) : text.trim()
    case 'picture':
      return pictureIn(key, typed)
    default:
      return text
  }
}

/** Entries as a control shows them: one per line, the title and its text separated by a colon. */
function linesOf(entries: Entry[]) {
  return entries.map(({ title, text }) => `${title}: ${text}`).join('\n')
}

function linesIn(text: string) {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

function entryIn(line: string): Entry {
  const [title = '', text = ''] = line.split(/:(.*)/s)
  return { title: title.trim(), text: text.trim() }
}

function typedText(typed: AnyFields, key: string) {
  const value = typed[key]
  return typeof value === 'string' ? value : ''
}

function pictureIn(key: string, typed: AnyFields) {
  const src = typed[partOf(key, 'src')]
  if (!src || src === stillSending) return null
  return {
    src,
    width: Number(typed[partOf(key, 'width')]),
    height: Number(typed[partOf(key, 'height')]),
    alt: typed[partOf(key, 'alt')] ?? '',
  }
}

function sendingIn(item: ItemName, typed: AnyFields) {
  return fieldsOf(item).filter(([key]) => typed[partOf(key, 'src')] === stillSending)
}

function slugIn({ collection }: ItemName, typed: AnyFields) {
  const slug = typedText(typed, 'slug').trim()
  if (slug !== '') return slug
  const { title } = declarationOf(collection)
  return typedText(typed, title)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, 80)
    .trim()
    .replaceAll(' ', '-')
}
