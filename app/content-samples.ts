import { collectionNames, type CollectionName } from '../contract/content/collections.ts'
import type { Field, FieldKind } from '../contract/content/fields.ts'
import { fieldsOf, type AnyFields } from '../contract/content/items.ts'
import type { PublicItems } from '../contract/content/public-items.ts'
import { contentSeed } from '../server/database/content-seed.ts'

/**
 * Contents that together show every kind of markup that staff can produce: the seed with each choice,
 * with and without optional fields, before and after its dates, and no items at all.
 */
export function contentSamples(): PublicItems[] {
  const count = Math.max(
    ...collectionNames.map((name) =>
      Math.max(0, ...seedVariants(name).map(({ length }) => length)),
    ),
  )
  const samples = Array.from({ length: count }, (_, i) =>
    contentWith((name) => seedVariants(name).map((all) => all[i % all.length])),
  )
  return [...samples, contentWith(() => [])]
}

function contentWith(itemsOf: (name: CollectionName) => unknown[]) {
  return Object.fromEntries(
    collectionNames.map((name) => [name, itemsOf(name)]),
  ) as unknown as PublicItems
}

/** The variants of each item of the seed. */
function seedVariants(name: CollectionName) {
  return contentSeed[name].map(({ slug, fields }) =>
    variantsOf(name, { ...fields }).map((variant) => ({ ...variant, slug, publishedAt: null })),
  )
}

function variantsOf(name: CollectionName, seed: AnyFields) {
  const fields = fieldsOf(name)
  const filled = { ...seed, ...fromFields(fields, ({ kind }) => samples[kind]) }
  const optional = fields.filter(([, field]) => field.optional)
  const bare = { ...seed, ...fromFields(optional, ({ kind }) => (kind === 'list' ? [] : null)) }
  const chosen = fields.flatMap(([key, field]) =>
    field.kind === 'choice'
      ? Object.keys(field.options).map((one) => ({ ...seed, [key]: one }))
      : [],
  )
  return [seed, filled, bare, ...chosen].flatMap((variant) =>
    [false, true].map((isOver) => ({ ...variant, isOver })),
  )
}

function fromFields(fields: ReturnType<typeof fieldsOf>, valueOf: (field: Field) => unknown) {
  return Object.fromEntries(
    fields
      .map(([key, field]) => [key, valueOf(field)] as const)
      .filter(([, value]) => value !== undefined),
  )
}

/** Filled values. Without one, the value of the seed stays. */
const samples: { [Kind in FieldKind]: unknown } = {
  line: 'Words',
  text: 'Words\n- **Bold** and a [link](/contact)',
  list: ['Words', 'More words'],
  day: '2025-01-02',
  number: undefined,
  choice: undefined,
  link: '/contact',
  picture: undefined,
}
