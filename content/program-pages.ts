// Figures are real. People, quotes and universities are made up: replace them and the pictures.
import texts from './program-pages.json' with { type: 'json' }
import { testimonials } from './testimonials.ts'
import type { Proverb, MotifName } from './types.ts'

interface ProgramPage {
  title: string
  path: string
  motif: MotifName
  lead: string
  /** Summary for lists of programs. */
  short: string
  proverb: Proverb
}

/** Each page adds sections of its own. */
type Page = ProgramPage & Record<string, unknown>

export const caseManagement = {
  ...texts.caseManagement,
  path: '/programs/case-management',
  motif: 'mkeka',
} satisfies Page

export const tourismInnovationLab = {
  ...texts.tourismInnovationLab,
  path: '/programs/tourism-innovation-lab',
  motif: 'tanga',
} satisfies Page

export const campusAmbassador = {
  ...texts.campusAmbassador,
  path: '/programs/campus-ambassador',
  motif: 'mbuyu',
} satisfies Page

export const swahiliTechWomen = {
  ...texts.swahiliTechWomen,
  path: '/programs/swahili-tech-women',
  motif: 'korosho',
  testimonials: { ...texts.swahiliTechWomen.testimonials, items: testimonials },
} satisfies Page

export const employerEngagement = {
  ...texts.employerEngagement,
  path: '/programs/employer-engagement',
  motif: 'mlango',
} satisfies Page

export const programPages: ProgramPage[] = [
  caseManagement,
  tourismInnovationLab,
  employerEngagement,
  campusAmbassador,
  swahiliTechWomen,
]
