import * as z from 'zod/mini'
import type { Language } from '../language/languages.ts'
import { collections, type CollectionName, type Declaration } from './collections.ts'
import { emptyValueOf, fieldSchemas, isEmpty, type Field, type ValueOf } from './fields.ts'

type Fields<Name extends CollectionName> = (typeof collections)[Name]['fields']

/** Lists and choices with a default are never null. */
type DraftValue<F extends Field> = F extends { kind: 'list' } | { default: string }
  ? ValueOf<F>
  : ValueOf<F> | null
type ItemValue<F extends Field> = F extends { optional: true } ? DraftValue<F> : ValueOf<F>

/** The Kiswahili of a translated field `text` is in `text_sw`. It may be missing. */
type Translations<All> = {
  -readonly [
    Key in keyof All & string as All[Key] extends { translated: true } ? `${Key}_sw` : never
  ]: string | null
}

/** The fields of a published item. */
export type ItemFields<Name extends CollectionName> = {
  -readonly [Key in keyof Fields<Name>]: Fields<Name>[Key] extends Field
    ? ItemValue<Fields<Name>[Key]>
    : never
} & Translations<Fields<Name>>

/** The fields of a draft. Each may be empty. */
export type DraftFields<Name extends CollectionName> = {
  -readonly [Key in keyof Fields<Name>]: Fields<Name>[Key] extends Field
    ? DraftValue<Fields<Name>[Key]>
    : never
} & Translations<Fields<Name>>

/** Fields of any collection by key. */
export type AnyFields = Record<string, unknown>

export const declarationOf = (name: CollectionName) => collections[name] as unknown as Declaration

/** The fields of a collection in the order of its form, translations beside the English field. */
export function fieldsOf(name: CollectionName): (readonly [key: string, field: Field])[] {
  return Object.entries(declarationOf(name).fields).flatMap(([key, field]) =>
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

/** The text of a translated field in a language. A missing translation falls back to English. */
export function inLanguage<Key extends string>(
  item: Readonly<Record<Key, string> & Record<`${Key}_sw`, string | null>>,
  key: Key,
  language: Language,
): string {
  const texts: Readonly<Record<string, string | null>> = item
  return (language === 'sw' && texts[translationOf(key)]) || item[key]
}

/** The keys of empty translations, for staff. They do not prevent publishing. */
export function missingTranslations(name: CollectionName, fields: AnyFields) {
  return fieldsOf(name)
    .map(([key]) => key)
    .filter((key) => isEmpty(fields[translationOf(key)]) && translationOf(key) in fields)
}

const draftSchemas = new Map<CollectionName, z.ZodMiniType>()

/**
 * Reads what staff have typed. Fields may be empty, but must have the right type and length. Made on
 * first use: the schemas of all collections take much memory.
 */
export function draftSchema<Name extends CollectionName>(name: Name) {
  const known = draftSchemas.get(name) ?? draftOf(name)
  draftSchemas.set(name, known)
  return known as z.ZodMiniType<DraftFields<Name>>
}

function draftOf(name: CollectionName) {
  const shape = fieldsOf(name).map(([key, field]) => [key, schemaOf(field)])
  return z.strictObject(Object.fromEntries(shape), 'Use only the fields of this collection').check(
    z.refine((fields) => fieldsOf(name).some(([key, field]) => isFilled(field, fields[key])), {
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
export function isComplete(name: CollectionName, fields: AnyFields) {
  return fieldsOf(name).every(([key, field]) => {
    if (isEmpty(fields[key])) return field.optional
    return field.kind !== 'choice' || Object.hasOwn(field.options, String(fields[key]))
  })
}

/** Stored fields in the shape of this version: unknown fields are left out, missing ones are empty. */
export function toDraft(name: CollectionName, stored: AnyFields): AnyFields {
  return Object.fromEntries(
    fieldsOf(name).map(([key, field]) => [key, stored[key] ?? emptyValueOf(field)]),
  )
}
