import fc, { type Arbitrary } from 'fast-check'

import { consentIds } from '../../../contract/application/consent-wordings.ts'
import { entityCalls } from '../../../contract/entities.ts'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  enum?: unknown[]
  anyOf?: JsonSchema[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
}

/** Kinds of ids and other values of existing records that a request can contain. */
export type Kind =
  | keyof typeof entityCalls
  | 'attachments'
  | 'sessions'
  | 'messages'
  | 'content'
  /** Ids of institutions: item n is the institution of item n of `courses`. */
  | 'courseInstitutions'
  /** Credentials of applicants: item n belongs to item n of `attachments`. */
  | 'references'
  | 'contacts'

export const entityKinds = Object.keys(entityCalls) as (keyof typeof entityCalls)[]

/** Placeholder for the id of a record that exists when the request is sent. */
export class IdPlaceholder {
  readonly kind: Kind
  readonly number: number

  constructor(kind: Kind, number: number) {
    this.kind = kind
    this.number = number
  }
}

export const idPlaceholder = (kind: Kind) =>
  fc.nat({ max: 1000 }).map((number): unknown => new IdPlaceholder(kind, number))

/** Generator for a field, by its name or its schema. `about` is the kind of `_id` and `ids`. */
export function valueOf(schema: JsonSchema, name: string, about: Kind): Arbitrary<unknown> {
  const known = generatorsByName[name]
  if (known) return known
  if (name === '_id' || name === 'record') return idPlaceholder(about)
  if (name === 'ids' && schema.type === 'string') return idsBetweenCommas(about)
  if (name.endsWith('_url') && !schema.enum) return url
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOf(one, name, about)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => valueOf({ ...schema, type }, name, about)))
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, about)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name === 'ids' ? '_id' : '', about), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 })
    case 'null':
      return fc.constant(null)
    case 'string':
      return textOf(schema)
    default:
      return fc.jsonValue()
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, about: Kind) {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, valueOf(field, name, about)] as const,
  )
  const record = fc.record(Object.fromEntries(fields), { requiredKeys: required })
  if ('contact' in properties) {
    return fc.nat({ max: 1000 }).map((number) => ({
      reference: new IdPlaceholder('references', number),
      contact: new IdPlaceholder('contacts', number),
    }))
  }
  if (!('course' in properties)) return record
  // A course with its own institution, as in most valid requests.
  return fc.tuple(record, fc.nat({ max: 1000 })).map(([value, number]) => ({
    ...value,
    course: new IdPlaceholder('courses', number),
    institution: new IdPlaceholder('courseInstitutions', number),
  }))
}

function textOf({ pattern, format, minLength = 0, maxLength = 40 }: JsonSchema): Arbitrary<string> {
  if (format === 'date-time') return moment
  if (format === 'uuid') return fc.uuid()
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const most = fc.constant('w'.repeat(maxLength))
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) })
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: most })
}

const moments = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString())
const moment = moments('2025-09-01', '2060-01-01')
const days = (from: string, to: string) => moments(from, to).map((date) => date.slice(0, 10))
const day = days('2025-09-01', '2060-01-01')
const word = fc.stringMatching(/^[a-z]{1,12}$/)
const url = fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true })
const referenceTo = (kind: Kind) =>
  fc.oneof(idPlaceholder(kind), fc.record({ _id: idPlaceholder(kind) }))

const idsBetweenCommas = (kind: Kind) =>
  fc
    .array(idPlaceholder(kind), { minLength: 1, maxLength: 4 })
    .map((ids): unknown => new CommaSeparatedIds(ids))

/** Ids that are sent as one text, separated by commas. */
export class CommaSeparatedIds {
  readonly parts: unknown[]

  constructor(parts: unknown[]) {
    this.parts = parts
  }
}

/** A complete event. */
const event = fc.record({
  title: word,
  description: fc.oneof(word, fc.constant('**Karibu** [us](/contact)\n- tea')),
  date: day,
  time: word,
  location: word,
  capacity: fc.integer({ min: 1, max: 1000 }),
  image: fc.constant({
    src: '/images/events/coast-tech-day.webp',
    width: 640,
    height: 400,
    alt: 'Robot',
  }),
})

/** Generators for fields whose name alone decides the value. */
const generatorsByName: Record<string, Arbitrary<unknown>> = {
  email: fc.tuple(word, fc.nat()).map(([name, number]) => `${name}${number}@example.org`),
  phone_number: fc.stringMatching(/^(\+254 |0)7\d{2} ?\d{3} ?\d{3}$/),
  date_of_birth: days('1950-01-01', '2010-01-01'),
  expected_graduation_date: days('2025-09-01', '2040-01-01'),
  available_start_date: fc.option(days('2025-09-01', '2030-01-01')),
  agree_terms: fc.constant(true),
  consent: fc.constantFrom(...consentIds, 'en-77'),
  institution: referenceTo('institutions'),
  course: referenceTo('courses'),
  department: referenceTo('departments'),
  user: idPlaceholder('users'),
  collection: fc.constant('events'),
  draft: fc.oneof(event, fc.record({ title: word })),
  published: fc.option(event),
  scheduled: fc.constant(null),
  format: fc.constant(1),
  version: fc.integer({ min: 1, max: 3 }),
  password: fc.constantFrom('a long test password', 'kitu kirefu sana'),
  limit: fc.integer({ min: 1, max: 200 }).map(String),
  page: fc.integer({ min: 1, max: 30 }).map(String),
  q: fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 20 })),
  county: fc.constantFrom('Mombasa', 'Lamu', "Murang'a"),
  csv: fc.constantFrom(
    'Institution Name,County\nChuo Kipya,Kilifi\n',
    'Course Name,Institution,Certification\nUfundi,Chuo Kipya,Diploma\n',
    'Name\n"',
  ),
}

/** Values that nearly every field must reject. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    '',
    ' ',
    '\u0000',
    '\u202Eabc',
    '\uD800',
    '\uFEFF',
    "' or 1=1 --",
    '${7*7}{{7*7}}<script>alert(1)</script>',
    '../../etc/passwd',
    '=cmd|calc',
    'x'.repeat(6000),
    '\u0301'.repeat(3000),
    `${'a@'.repeat(500)}b.c`,
    {},
    [],
    [[[]]],
    { $ne: null },
    { _id: { _id: {} } },
    { length: 1e9 },
    JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"x": 1}}}'),
    JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
)
