// The department names are real; their descriptions are made up.
import texts from './departments.json' with { type: 'json' }

/** Headings and links on the page of every department. */
export const departmentWords = {
  work: 'What we do',
  now: 'Our work this season',
  links: 'Work with us',
  text: 'Whether you bring a project, a question or two free afternoons: come by.',
  connect: { name: 'Connect With Us', href: '/contact' },
  involve: { name: 'Get Involved', href: '/contact' },
}

/** The slug is the part of the path after /department/. */
export const departments = [
  { slug: 'communication', motif: 'siwa', ...texts.communication },
  { slug: 'tech-engineering', motif: 'jali', ...texts['tech-engineering'] },
  { slug: 'creatives', motif: 'ngoma', ...texts.creatives },
  { slug: 'community-entrepreneurship', motif: 'bao', ...texts['community-entrepreneurship'] },
] as const
