import { contentPages, intakePages, itemPages } from '../content/paths.ts'
import { collectionNames, type CollectionName } from '../contract/content/collections.ts'
import type { Field, FieldKind } from '../contract/content/fields.ts'
import { fieldsOf, type AnyFields } from '../contract/content/items.ts'
import type { PublicItems } from '../contract/content/public-items.ts'
import type { IntakeOnPage, IntakesOnPage } from '../contract/intake/intakes-on-page.ts'
import { contentSeed } from '../server/database/content-seed.ts'
import { contentData, type SharedData } from '../server/routes/page-build.ts'
import { shownOn } from '../server/services/content/content-pages.ts'

interface PageSample {
  path: string
  data: SharedData
}

/** Pages that together show every kind of markup that staff can produce. */
export function pageSamples(): PageSample[] {
  const content = contentSamples().flatMap((items) =>
    pathsIn(items).map((path) => ({ path, data: contentData(shownOn(path, items)) })),
  )
  const intakes = intakePages.flatMap((path) =>
    intakeSamples.map((sample) => ({ path, data: { intakes: sample } })),
  )
  return [...content, ...intakes]
}

function pathsIn(items: PublicItems) {
  const own = Object.entries(itemPages) as [keyof typeof itemPages, string][]
  return [
    ...Object.keys(contentPages),
    ...own.flatMap(([name, above]) => items[name].map(({ slug }) => `${above}/${slug}`)),
  ]
}

/**
 * The seed with each choice, with and without optional fields, before and after its dates, and no
 * items at all.
 */
function contentSamples(): PublicItems[] {
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
  const filled = { ...seed, ...fromFields(fields, ({ kind }) => filledValues[kind]) }
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

/** Values of filled fields. Without one, the value of the seed stays. */
const filledValues: { [Kind in FieldKind]: unknown } = {
  line: 'Words',
  text: 'Words\n- **Bold** and a [link](/contact)',
  list: ['Words', 'More words'],
  day: '2025-01-02',
  number: undefined,
  choice: undefined,
  link: '/contact',
  picture: undefined,
}

const intake: IntakeOnPage = {
  _id: '0199d2c0-0000-7000-8000-000000000000',
  name: 'September to December',
  name_sw: 'Septemba hadi Desemba',
  opensAt: '2026-05-31T21:00:00.000Z',
  closesAt: '2026-07-31T21:00:00.000Z',
  startsOn: '2026-09-01',
  endsOn: '2026-12-18',
  departments: [
    { _id: '0199d2c0-0000-7000-8000-000000000001', name: 'Tech' },
    { _id: '0199d2c0-0000-7000-8000-000000000002', name: 'Creatives' },
  ],
  phase: 'open',
  isToday: false,
}

/** Each state of the intakes. */
const intakeSamples: IntakesOnPage[] = [
  { hasAny: true, intakes: [] },
  { hasAny: true, intakes: [intake, { ...intake, departments: [], isToday: true }] },
  { hasAny: true, intakes: [intake, { ...intake, phase: 'planned' }] },
  { hasAny: true, intakes: [{ ...intake, phase: 'planned' }] },
  { hasAny: true, intakes: [{ ...intake, phase: 'late' }] },
]
