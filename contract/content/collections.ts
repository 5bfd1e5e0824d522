import type { Field } from './fields.ts'
import { motifs } from './motifs.ts'
import { pageTexts } from './page-texts.ts'

export interface Declaration<Fields extends Record<string, Field> = Record<string, Field>> {
  label: string
  /** The noun for one item, in messages. */
  one: string
  /** The field by which staff recognise an item. */
  title: keyof Fields & string
  /** Further fields that tell items apart: the list of staff shows them. */
  listed?: readonly (keyof Fields & string)[]
  /** The field with the first day. */
  starts?: keyof Fields & string
  /** The fields with the last day; the first filled one counts. `afterDate` says what follows. */
  ends?: readonly (keyof Fields & string)[]
  /** True if items are shown from the first to the last day only. */
  isShownBetweenDates?: true
  /** By default, items are in the order that staff choose. */
  order?: 'date'
  fields: Fields
  /** The items of a collection to which staff cannot add, by slug. Each has fields of its own. */
  fixedItems?: Readonly<Record<string, FixedItem>>
}

interface FixedItem {
  label: string
  /** The page that shows it. */
  path: string
  fields: Record<string, Field>
}

const declare = <const Fields extends Record<string, Field>>(declaration: Declaration<Fields>) =>
  declaration

const title = { kind: 'line', label: 'Title', max: 120 } as const
const summary = { kind: 'line', label: 'Text', max: 300 } as const
/** The field that decides about an item after its last day. */
const afterDate = (move: string, keep: string, hint: string) =>
  ({
    kind: 'choice',
    label: 'After its date',
    options: { move, keep },
    default: 'move',
    hint,
  }) as const

const motif = { kind: 'choice', label: 'Motif', options: motifs } as const

/** Every collection with its fields. Schemas, types, problems, seed and pages derive from it. */
export const collections = {
  events: declare({
    label: 'Events',
    one: 'event',
    title: 'title',
    starts: 'date',
    ends: ['lastDay', 'date'],
    order: 'date',
    fields: {
      title,
      description: { kind: 'text', label: 'Description', max: 1000 },
      date: { kind: 'day', label: 'Date' },
      lastDay: { kind: 'day', label: 'Last day, if it takes several', optional: true },
      time: { kind: 'line', label: 'Time', max: 60 },
      location: { kind: 'line', label: 'Location', max: 120 },
      capacity: { kind: 'number', label: 'Maximum number of guests', min: 1, max: 100_000 },
      image: { kind: 'picture', label: 'Picture', width: 640, height: 400 },
      afterDate: afterDate(
        'Move it to past events',
        'Keep it upcoming',
        'An event that is kept still has its button “Register Now”.',
      ),
    },
  }),
  jobs: declare({
    label: 'Jobs',
    one: 'job',
    title: 'title',
    starts: 'posted',
    ends: ['deadline'],
    fields: {
      title,
      duration: { kind: 'line', label: 'Duration', max: 120 },
      programme: { kind: 'line', label: 'Programme', max: 120 },
      location: { kind: 'line', label: 'Location', max: 120 },
      reporting_to: { kind: 'line', label: 'Reporting to', max: 120 },
      direct_reports: { kind: 'line', label: 'Direct reports', max: 200 },
      about: { kind: 'text', label: 'About', max: 3000 },
      website: { kind: 'link', label: 'Website', optional: true },
      position_summary: { kind: 'text', label: 'Position overview', max: 2000 },
      scope: { kind: 'text', label: 'Scope of role', max: 3000 },
      responsibilities: { kind: 'list', label: 'Responsibilities', max: 30 },
      key_areas: { kind: 'list', label: 'Key areas', max: 30 },
      qualifications: { kind: 'list', label: 'Qualifications', max: 30 },
      skills: { kind: 'list', label: 'Skills', max: 30 },
      posted: { kind: 'day', label: 'Posted' },
      deadline: { kind: 'day', label: 'Deadline' },
      submission: { kind: 'text', label: 'What to send', max: 1000 },
      application_link: { kind: 'link', label: 'Link of "Apply Now"' },
      note: { kind: 'text', label: 'Note', max: 1000, optional: true },
      employmentType: {
        kind: 'choice',
        label: 'Kind of employment',
        optional: true,
        options: {
          FULL_TIME: 'Full time',
          PART_TIME: 'Part time',
          CONTRACTOR: 'Contract',
          TEMPORARY: 'Temporary',
          INTERN: 'Internship',
          VOLUNTEER: 'Volunteering',
        },
        hint: 'Search engines show it with the job. Visitors of the page do not see it.',
      },
      afterDate: afterDate(
        'Close it',
        'Keep it open',
        'A job that is kept open can still be applied for after its deadline.',
      ),
    },
  }),
  consultancies: declare({
    label: 'Consultancy calls',
    one: 'consultancy call',
    title: 'title',
    starts: 'dateAdded',
    ends: ['deadline'],
    fields: {
      title,
      shortDescription: { kind: 'line', label: 'Short description', max: 500 },
      fullDescription: { kind: 'text', label: 'Full description', max: 10_000 },
      counties: { kind: 'list', label: 'Counties', max: 47 },
      dateAdded: { kind: 'day', label: 'Posted' },
      deadline: { kind: 'day', label: 'Deadline' },
      status: {
        kind: 'choice',
        label: 'Status',
        options: { open: 'Open', closed: 'Closed', upcoming: 'Upcoming' },
      },
      category: { kind: 'line', label: 'Category', max: 120 },
      estimatedDuration: { kind: 'line', label: 'Duration', max: 120 },
      targetParticipants: { kind: 'line', label: 'Target participants', max: 120 },
      partner: { kind: 'line', label: 'Partner', max: 120 },
      tags: { kind: 'list', label: 'Tags', max: 10, optional: true },
      afterDate: afterDate(
        'Close it',
        'Keep its status',
        'A call that keeps its status can still be applied for while it is open.',
      ),
    },
  }),
  team: declare({
    label: 'Team',
    one: 'team member',
    title: 'name',
    fields: {
      name: { kind: 'line', label: 'Name', max: 120 },
      role: { kind: 'line', label: 'Role', max: 120 },
      text: summary,
      image: { kind: 'picture', label: 'Portrait', width: 480, height: 560 },
    },
  }),
  testimonials: declare({
    label: 'Testimonials',
    one: 'testimonial',
    title: 'name',
    fields: {
      quote: { kind: 'line', label: 'Quote', max: 400 },
      name: { kind: 'line', label: 'Name', max: 120 },
      role: { kind: 'line', label: 'Role', max: 120 },
      image: { kind: 'picture', label: 'Portrait', width: 160, height: 160 },
    },
  }),
  figures: declare({
    label: 'Impact figures',
    one: 'figure',
    title: 'label',
    listed: ['value', 'place'],
    fields: {
      value: { kind: 'line', label: 'Value', max: 20 },
      label: { kind: 'line', label: 'What it counts', max: 120 },
      place: {
        kind: 'choice',
        label: 'Shown on',
        options: {
          reach: 'Home page and impact page',
          report: 'Impact report',
          'case-management': 'Case Management',
          'swahili-tech-women': 'Swahili Tech Women',
          'employer-engagement': 'Employer Engagement',
        },
      },
    },
  }),
  'donation-projects': declare({
    label: 'Donation projects',
    one: 'donation project',
    title: 'title',
    fields: {
      title,
      text: summary,
      target: { kind: 'number', label: 'Target in dollars', min: 1, max: 1_000_000_000 },
      raised: { kind: 'number', label: 'Raised in dollars', min: 0, max: 1_000_000_000 },
      motif,
    },
  }),
  programs: declare({
    label: 'Program cards',
    one: 'program card',
    title: 'title',
    listed: ['place'],
    fields: {
      title,
      text: summary,
      motif,
      href: { kind: 'link', label: 'Page' },
      place: {
        kind: 'choice',
        label: 'Shown on',
        options: {
          core: 'Home page, core programs',
          specialized: 'Home page, specialized programs',
          programs: 'Programs page',
        },
      },
    },
  }),
  notices: declare({
    label: 'Site notices',
    one: 'notice',
    title: 'text',
    starts: 'from',
    ends: ['until'],
    isShownBetweenDates: true,
    fields: {
      text: { kind: 'text', label: 'Text', max: 300, translated: true },
      from: { kind: 'day', label: 'First day' },
      until: { kind: 'day', label: 'Last day' },
      tone: {
        kind: 'choice',
        label: 'Tone',
        options: { news: 'News', warning: 'Warning' },
      },
    },
  }),
  'page-texts': {
    ...declare({ label: 'Page texts', one: 'page text', title: 'title', fields: { title } }),
    fixedItems: pageTexts,
  },
}

/** The names of the collections in the order of the back office. The API has these names. */
export const collectionNames = Object.keys(collections) as CollectionName[]

export type CollectionName = keyof typeof collections
