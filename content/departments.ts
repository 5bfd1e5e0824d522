// The department names are real; their descriptions are made up.
import texts from './departments.json' with { type: 'json' }
import type { Proverb, MotifName, Titled } from './types.ts'

interface DepartmentPage {
  /** Part of the path after /department/. */
  slug: string
  title: string
  motif: MotifName
  lead: string
  work: Titled[]
  /** Current projects of the department. */
  now: string[]
  proverb: Proverb
}

/** Headings and links on the page of every department. */
export const departmentWords = {
  work: 'What we do',
  now: 'Our work this season',
  links: 'Work with us',
  text: 'Whether you bring a project, a question or two free afternoons: come by.',
  connect: { name: 'Connect With Us', href: '/contact' },
  involve: { name: 'Get Involved', href: '/contact' },
}

export const departments: DepartmentPage[] = [
  { slug: 'communication', motif: 'siwa', ...texts.communication },
  { slug: 'tech-engineering', motif: 'jali', ...texts['tech-engineering'] },
  { slug: 'creatives', motif: 'ngoma', ...texts.creatives },
  { slug: 'community-entrepreneurship', motif: 'bao', ...texts['community-entrepreneurship'] },
]
