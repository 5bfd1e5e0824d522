import * as z from 'zod/mini'
import type { Language } from '../language/languages.ts'
import { collections, type CollectionName, type Declaration } from './collections.ts'
import { emptyValueOf, fieldSchemas, isEmpty, type Field, type ValueOf } from './fields.ts'

type Fields<Name extends CollectionName> = (typeof collections)[Name]['fields']

/** Lists and choices with a default are never null. */
type DraftValue<F extends Field> = F extends { kind: 'list' | 'entries' } | { default: string }
  ? ValueOf<F>
  : ValueOf<F> | null
type ItemValue<F extends Field> = F extends { optional: true } ? DraftValue<F> : ValueOf<F>

/** The Kiswahili of a translated field `text` is in `text_sw`. It may be missing. */
type Translations<All> = {
  -readonly [
    Key in keyof All & string as All[Key] extends { translated: true } ? `${Key}_sw` : never
  ]: All[Key] extends Field ? DraftValue<All[Key]> : never
}

/** The values of published fields. */
export type ValuesOf<All> = {
  -readonly [Key in keyof All]: All[Key] extends Field ? ItemValue<All[Key]> : never
} & Translations<All>

export type ItemFields<Name extends CollectionName> = ValuesOf<Fields<Name>>

/** Fields of any collection by key. */
export type AnyFields = Record<string, unknown>

export const declarationOf = (name: CollectionName) => collections[name] as unknown as Declaration

/** An item by its collection and the last part of its address. A row of the database has both. */
export interface ItemName {
  collection: CollectionName
  slug: string
}

/** What staff read as the name of a fixed item, its page and its fields; undefined for other items. */
export function fixedItemOf({ collection, slug }: ItemName) {
  const { fixedItems = {} } = declarationOf(collection)
  return Object.hasOwn(fixedItems, slug) ? fixedItems[slug] : undefined
}

/** Whether staff cannot add, delete or hide the items of a collection. */
export function isFixed(name: CollectionName) {
  return declarationOf(name).fixedItems !== undefined
}

/** The fields of an item in the order of its form, translations beside the English field. */
export function fieldsOf(item: ItemName): (readonly [key: string, field: Field])[] {
  const { fields } = fixedItemOf(item) ?? declarationOf(item.collection)
  return Object.entries(fields).flatMap(([key, field]) =>
    'translated' in field && field.translated
      ? [
          [key, field] as const,
          [
            translationOf(key),
            { ...field, label: `${field.label} in Kiswahili`, optional: true },
          ] as const,
        ]
      : [[key, field] as const],
  )
}

const translationOf = (key: string) => `${key}_sw`

/** The value of a translated field in a language. A missing translation falls back to English. */
export function inLanguage<Item extends object, Key extends keyof Item & string>(
  item: Item,
  key: Key,
  language: Language,
): Item[Key] {
  const translation = (item as AnyFields)[translationOf(key)]
  return language === 'sw' && !isEmpty(translation) ? (translation as Item[Key]) : item[key]
}

/** The keys of empty translations, for staff. They do not prevent publishing. */
export function missingTranslations(item: ItemName, fields: AnyFields) {
  return fieldsOf(item)
    .map(([key]) => key)
    .filter((key) => isEmpty(fields[translationOf(key)]) && translationOf(key) in fields)
}

const draftSchemas = new Map<string, z.ZodMiniType<AnyFields>>()

/**
 * Reads what staff have typed. Fields may be empty, but must have the right type and length. Made on
 * first use: the schemas of all collections take much memory.
 */
export function draftSchema(item: ItemName) {
  const key = fixedItemOf(item) ? `${item.collection}/${item.slug}` : item.collection
  const known = draftSchemas.get(key) ?? draftOf(item)
  draftSchemas.set(key, known)
  return known
}

function draftOf(item: ItemName): z.ZodMiniType<AnyFields> {
  const fields = fieldsOf(item)
  const shape = fields.map(([key, field]) => [key, schemaOf(field)])
  return z.strictObject(Object.fromEntries(shape), 'Use only the fields of this collection').check(
    z.refine((typed: AnyFields) => fields.some(([key, field]) => isFilled(field, typed[key])), {
      error: 'Fill in at least one field',
    }),
  )
}

function isFilled(field: Field, value: unknown) {
  return !isEmpty(value) && value !== emptyValueOf(field)
}

/** The compiler cannot see that a field and the schema of its kind belong together. */
function schemaOf(field: Field) {
  const make = fieldSchemas[field.kind] as (field: Field) => z.ZodMiniType
  return make(field)
}

/** Whether pages can show an item. `findProblems` says in words what is missing. */
export function isComplete(item: ItemName, fields: AnyFields) {
  return fieldsOf(item).every(([key, field]) => {
    if (isEmpty(fields[key])) return field.optional
    return field.kind !== 'choice' || Object.hasOwn(field.options, String(fields[key]))
  })
}

/** Stored fields in the shape of this version: unknown fields are left out, missing ones are empty. */
export function toDraft(item: ItemName, stored: AnyFields): AnyFields {
  return Object.fromEntries(
    fieldsOf(item).map(([key, field]) => [key, stored[key] ?? emptyValueOf(field)]),
  )
}
