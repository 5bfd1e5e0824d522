import * as z from 'zod/mini'

import type { AnyContentItem } from '../../../contract/content/calls.ts'
import {
  declarationOf,
  draftSchema,
  fieldsOf,
  type AnyFields,
} from '../../../contract/content/items.ts'
import type { CollectionName } from '../../../contract/content/collections.ts'
import { emptyValueOf, type ContentPicture, type Field } from '../../../contract/content/fields.ts'
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
export function toInputs(collection: CollectionName, fields: AnyFields): Values {
  const inputs = fieldsOf(collection).map(([key, field]) => {
    const value = fields[key] ?? emptyValueOf(field)
    if (field.kind === 'list') return [key, (value as string[]).join('\n')]
    return [key, typeof value === 'number' ? String(value) : value]
  })
  return Object.fromEntries(inputs)
}

/**
 * Reads the form of an item: the fields of a draft, and `slug` of a new item. Without a typed slug, it
 * is made from the title.
 */
export function formSchema(collection: CollectionName, isNew: boolean) {
  return z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((typed, { issues }): AnyFields => {
      const fields = fieldsIn(collection, typed)
      const { data, error } = draftSchema(collection).safeParse(fields)
      for (const { path, message } of error?.issues ?? []) {
        issues.push({ code: 'custom', path, message, input: fields })
      }
      for (const [key] of sendingIn(collection, typed)) {
        const message = 'The picture is still being sent. Try again in a moment.'
        issues.push({ code: 'custom', path: [key], message, input: fields })
      }
      return isNew ? { ...data, slug: slugIn(collection, typed) } : { ...data }
    }),
  )
}

/** The text of a field's value, for comparisons. */
export function wordsIn(collection: CollectionName) {
  const fields = new Map(fieldsOf(collection))
  return (value: unknown, name: string) => {
    const field = fields.get(name)
    return field && value !== null && value !== undefined ? textOf(field, value) : wordsOf(value)
  }
}

/** The labels of a collection's fields, by key. */
export function labelsOf(collection: CollectionName): Record<string, string> {
  return Object.fromEntries(fieldsOf(collection).map(([key, { label }]) => [key, label]))
}

function textOf(field: Field, value: unknown) {
  switch (field.kind) {
    case 'list':
      return (value as string[]).join('\n') || wordsOf(null)
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

function fieldsIn(collection: CollectionName, typed: AnyFields): AnyFields {
  const fields = fieldsOf(collection).map(([key, { kind }]) => [key, valueIn(kind, key, typed)])
  return Object.fromEntries(fields)
}

function valueIn(kind: Field['kind'], key: string, typed: AnyFields) {
  const text = typedText(typed, key)
  switch (kind) {
    case 'list':
      return text.split(/\r?\n/).filter((line) => line.trim() !== '')
    case 'number':
      return /^\s*-?\d+\s*$/.test(text) ? Number(text) : text.trim()
    case 'picture':
      return pictureIn(key, typed)
    default:
      return text
  }
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

function sendingIn(collection: CollectionName, typed: AnyFields) {
  return fieldsOf(collection).filter(([key]) => typed[partOf(key, 'src')] === stillSending)
}

function slugIn(collection: CollectionName, typed: AnyFields) {
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
