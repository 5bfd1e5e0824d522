import { consultancies } from '../../content/consultancies.ts'
import { donation } from '../../content/donation.ts'
import { events } from '../../content/events.ts'
import { home } from '../../content/home.ts'
import { impact, reach } from '../../content/impact.ts'
import { jobs } from '../../content/jobs.ts'
import {
  caseManagement,
  employerEngagement,
  programPages,
  swahiliTechWomen,
} from '../../content/program-pages.ts'
import { programs } from '../../content/programs.ts'
import { members } from '../../content/team.ts'
import { testimonials } from '../../content/testimonials.ts'
import type { Figure } from '../../content/types.ts'
import type { CollectionName } from '../../contract/content/collections.ts'
import type { ItemFields } from '../../contract/content/items.ts'
import { firstTexts } from './first-texts.ts'

interface SeedItem<Name extends CollectionName> {
  slug: string
  fields: ItemFields<Name>
}

/** The specification's events, job and call stay upcoming and open after their dates. */
const afterDate = 'keep'

/**
 * The items of a new installation, from the files in `content`. Pages also show them when the database
 * cannot be reached before the first read.
 */
export const contentSeed: { readonly [Name in CollectionName]: readonly SeedItem<Name>[] } = {
  events: events.upcoming.items.map(({ id, ...event }) => ({
    slug: id,
    fields: { ...event, lastDay: null, afterDate },
  })),
  jobs: jobs.map(({ id, overview, application, ...job }) => ({
    slug: id,
    fields: { ...job, ...overview, ...application, employmentType: null, afterDate },
  })),
  consultancies: consultancies.map(({ id, ...call }) => ({
    slug: id,
    fields: { ...call, afterDate },
  })),
  team: members.map(({ id, ...member }) => ({ slug: id, fields: member })),
  testimonials: testimonials.map((one) => ({ slug: slugOf(one.name), fields: one })),
  figures: [
    ...figuresAt('reach', reach),
    ...figuresAt('report', impact.report.figures),
    ...figuresAt('case-management', caseManagement.impact.figures),
    ...figuresAt('swahili-tech-women', swahiliTechWomen.stats.figures),
    ...figuresAt('employer-engagement', employerEngagement.figures),
  ],
  'donation-projects': donation.projects.items.map(({ id, ...project }) => ({
    slug: id,
    fields: project,
  })),
  programs: [
    ...cardsAt('core', home.programs.core.cards),
    ...cardsAt('specialized', home.programs.specialized.cards),
    ...cardsAt('programs', [
      ...programPages.map(({ texts, short, motif, path }) => {
        return { title: texts.title, text: short, motif, href: path }
      }),
      programs.attachment,
    ]),
  ],
  notices: [],
  'page-texts': Object.entries(firstTexts).map(([slug, fields]) => ({ slug, fields })),
}

function figuresAt(place: ItemFields<'figures'>['place'], figures: readonly Figure[]) {
  return figures.map((figure) => ({
    slug: slugOf(`${place} ${figure.label}`),
    fields: { ...figure, place },
  }))
}

type Place = ItemFields<'programs'>['place']

function cardsAt(place: Place, cards: readonly Omit<ItemFields<'programs'>, 'place'>[]) {
  return cards.map((card) => ({
    slug: slugOf(`${place} ${card.title}`),
    fields: { ...card, place },
  }))
}

function slugOf(text: string) {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
}
