import * as z from 'zod/mini'
import {
  day,
  email,
  line,
  optional,
  optionalLine,
  optionalParagraph,
  phone,
  withScheme,
} from '../fields.ts'
import { visible } from '../tidy-text.ts'

interface CommonParts {
  label: string
  /** True if an item can be published without it. */
  optional?: true
  /** Replaces the hint of its kind in the form. */
  hint?: string
}

/** A field of a collection. Its kind decides control, checks and stored value. */
export type Field = CommonParts &
  (
    | { kind: 'line'; max: number; translated?: true }
    /** Paragraphs, lists, bold and links in the grammar of text.ts. */
    | { kind: 'text'; max: number; translated?: true }
    /** Lines of plain text; `max` is their number. */
    | { kind: 'list'; max: number }
    /** Titles with a text each, as plain text; `max` is their number. */
    | { kind: 'entries'; max: number; translated?: true }
    | { kind: 'email' }
    | { kind: 'phone' }
    | { kind: 'day' }
    | { kind: 'number'; min: number; max: number }
    /** `options` are the labels by stored value. Without a value, the item has the `default`. */
    | { kind: 'choice'; options: Readonly<Record<string, string>>; default?: string }
    | { kind: 'link' }
    /** `width` and `height` of the frame, in pixels. */
    | { kind: 'picture'; width: number; height: number }
  )

export type FieldKind = Field['kind']
export type FieldOf<Kind extends FieldKind> = Extract<Field, { kind: Kind }>

/** A WebP file of the site. A file of half its width (`-half.webp`) is beside it. */
export interface ContentPicture {
  src: string
  width: number
  height: number
  alt: string
}

/** A title and its text, such as a tile of a page. */
export interface Entry {
  title: string
  text: string
}

/** The stored value of a filled field, by kind. A choice stores the key of its option. */
interface Values {
  line: string
  text: string
  list: string[]
  entries: Entry[]
  email: string
  phone: string
  day: string
  number: number
  link: string
  picture: ContentPicture
}

export type ValueOf<F extends Field> = F extends { kind: 'choice'; options: infer Options }
  ? keyof Options & string
  : F extends { kind: keyof Values }
    ? Values[F['kind']]
    : never

/** Maximum lengths in UTF-16 code units. */
const longest = { link: 2000, entry: 500, title: 120, alt: 300, src: 200 } as const

const pictureFile = /^\/(images|pictures)\/[a-z0-9][a-z0-9/-]*\.webp$/

const choosePicture = 'Choose a picture'
const pixels = z
  .int(choosePicture)
  .check(z.minimum(1, choosePicture), z.maximum(10_000, choosePicture))

const picture = z.object(
  {
    src: z
      .string(choosePicture)
      .check(z.maxLength(longest.src, choosePicture), z.regex(pictureFile, choosePicture)),
    width: pixels,
    height: pixels,
    alt: textOrEmpty(longest.alt),
  },
  choosePicture,
)

const titledText = z.object(
  {
    title: textOrEmpty(longest.title).check(
      z.refine((title) => !title.includes(':'), 'Use a title without a colon'),
    ),
    text: textOrEmpty(longest.entry),
  },
  'Use a title and a text',
)

const titledTexts = (max: number) =>
  z.pipe(
    z.pipe(
      z.nullish(z.array(titledText, 'Use a list of titles and texts')),
      z.transform((all) => (all ?? []).filter(({ title, text }) => title !== '' || text !== '')),
    ),
    z.array(z.any()).check(z.maxLength(max, `Use at most ${max} entries`)),
  )

const lines = (max: number) =>
  z.pipe(
    z.pipe(
      z.nullish(z.array(z.string('Use a text'), 'Use a list of texts')),
      z.transform((entries) => (entries ?? []).filter((entry) => visible.test(entry))),
    ),
    z.array(line('Required', longest.entry)).check(z.maxLength(max, `Use at most ${max} entries`)),
  )

type Schema = z.ZodMiniType

/** Read what staff have typed, by kind: an empty value becomes null, or an empty list. */
export const fieldSchemas: { [Kind in FieldKind]: (field: FieldOf<Kind>) => Schema } = {
  line: ({ max }) => optionalLine(max),
  text: ({ max }) => optionalParagraph(max),
  list: ({ max }) => lines(max),
  entries: ({ max }) => titledTexts(max),
  email: () => optional(email()),
  phone: () => optional(phone()),
  day: () => optional(day()),
  number: numberOrNull,
  choice: (field) => orEmpty(field, z.enum(Object.keys(field.options), 'Choose from the list')),
  link: () =>
    optionalLine(longest.link).check(
      z.overwrite<string | null>((value) => value && withScheme(value)),
    ),
  picture: (field) => orEmpty(field, picture),
}

function textOrEmpty(max: number) {
  return z._default(
    z.pipe(
      optionalLine(max),
      z.transform((text) => text ?? ''),
    ),
    '',
  )
}

function numberOrNull(field: FieldOf<'number'>) {
  const { min, max } = field
  const error = () =>
    `Use a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
  return orEmpty(
    field,
    z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error })),
  )
}

/** A missing value or an empty text becomes the value of an empty field. */
function orEmpty(field: Field, schema: Schema) {
  return z.pipe(
    z.pipe(
      z.optional(z.unknown()),
      z.transform((value): unknown => (value === '' ? null : value) ?? emptyValueOf(field)),
    ),
    z.nullable(schema),
  )
}

/** The value of a field that nobody has filled in. */
export function emptyValueOf(field: Field) {
  if (isListed(field)) return []
  return (field.kind === 'choice' && field.default) || null
}

/** Whether the value of a field is an array. */
function isListed({ kind }: Field) {
  return kind === 'list' || kind === 'entries'
}

export function isEmpty(value: unknown) {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
