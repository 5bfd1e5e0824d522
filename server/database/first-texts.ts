import { aboutTexts } from '../../content/about.ts'
import { attachmentTexts } from '../../content/attachment-program.ts'
import { consultanciesTexts } from '../../content/consultancies.ts'
import { contactTexts } from '../../content/contact.ts'
import { departments } from '../../content/departments.ts'
import { givingTexts } from '../../content/donation.ts'
import { eventsTexts } from '../../content/events.ts'
import { homeTexts } from '../../content/home.ts'
import { impactTexts } from '../../content/impact.ts'
import { careersTexts } from '../../content/jobs.ts'
import {
  campusAmbassador,
  caseManagement,
  employerEngagement,
  swahiliTechWomen,
  tourismInnovationLab,
} from '../../content/program-pages.ts'
import { programsTexts } from '../../content/programs.ts'
import { teamTexts } from '../../content/team.ts'
import type { Entry } from '../../contract/content/fields.ts'
import type { AnyFields } from '../../contract/content/items.ts'
import type { PageTextName } from '../../contract/content/page-texts.ts'
import type { PageTexts } from '../../contract/content/public-items.ts'
import { allKiswahili } from '../../contract/language/kiswahili-server.ts'

/** The texts of each page in a new installation. Staff publish others in their place. */
export const firstTexts: { readonly [Name in PageTextName]: PageTexts<Name> } = {
  contact: { ...contactTexts, tagline_sw: inKiswahili(contactTexts.tagline) },
  giving: givingTexts,
  home: homeTexts,
  about: aboutTexts,
  impact: impactTexts,
  team: teamTexts,
  events: eventsTexts,
  careers: careersTexts,
  consultancies: consultanciesTexts,
  programs: programsTexts,
  'case-management': caseManagement.texts,
  'tourism-innovation-lab': tourismInnovationLab.texts,
  'employer-engagement': employerEngagement.texts,
  'campus-ambassador': campusAmbassador.texts,
  'swahili-tech-women': swahiliTechWomen.texts,
  communication: departmentTexts('communication'),
  'tech-engineering': departmentTexts('tech-engineering'),
  creatives: departmentTexts('creatives'),
  'community-entrepreneurship': departmentTexts('community-entrepreneurship'),
  attachment: {
    ...attachmentTexts,
    title_sw: inKiswahili(attachmentTexts.title),
    lead_sw: inKiswahili(attachmentTexts.lead),
    reasons_sw: attachmentTexts.reasons.map(entryInKiswahili),
    highlights_sw: attachmentTexts.highlights.map(entryInKiswahili),
    steps_sw: attachmentTexts.steps.map(entryInKiswahili),
    question_sw: inKiswahili(attachmentTexts.question),
  },
}

/** The first texts of an item; undefined if it is not a page text. */
export function firstTextsOf({ collection, slug }: { collection: string; slug: string }) {
  const isText = collection === 'page-texts' && Object.hasOwn(firstTexts, slug)
  return isText ? (firstTexts[slug as PageTextName] as AnyFields) : undefined
}

function departmentTexts(slug: (typeof departments)[number]['slug']) {
  const { title, lead, work, now } = departments.find((one) => one.slug === slug)!
  return { title, lead, work, now }
}

/** The translation in contract/language; null if there is none. */
function inKiswahili(english: string) {
  const translations: Readonly<Record<string, string>> = allKiswahili
  return translations[english] ?? null
}

function entryInKiswahili({ title, text }: Entry): Entry {
  return { title: inKiswahili(title) ?? title, text: inKiswahili(text) ?? text }
}
