// Names, durations and frequencies are real; descriptions are made up.
import courses from './courses.json' with { type: 'json' }

/** The page shows the first program of each tab open. */
export const programTabs = [
  { id: 'tech', label: 'Technology', motif: 'jali', programs: courses.tech },
  { id: 'arts', label: 'Creative & Arts', motif: 'ngoma', programs: courses.arts },
  {
    id: 'entrepreneurship',
    label: 'Entrepreneurship',
    motif: 'bao',
    programs: courses.entrepreneurship,
  },
  { id: 'youth', label: 'Youth Development', motif: 'tiara', programs: courses.youth },
] as const

export type ProgramTab = (typeof programTabs)[number]

/** Texts of the page for a new installation. Staff edit them in the back office. */
export const programsTexts = {
  title: 'Programs',
  lead: 'Twelve courses in four crafts, free for everybody from 18 to 35, and five programs around them for people with one particular need.',
  approach: [
    'We teach in the order in which people learn: see it, do it beside somebody, do it alone, show it to others. A course has no more than twenty-four places, two teachers, and a real task from the neighbourhood that must work at the end.',
    'Nobody pays and nobody is paid to sit. Whoever misses class gets a visit rather than a letter; there is usually a reason, and it usually has a solution. After the last day you keep your key for a year: the desk, the internet and the people stay yours while you look for work or start your own.',
  ].join('\n'),
}

export const programs = {
  tabs: 'Courses',
  terms: { duration: 'Duration', frequency: 'Frequency' },
  approach: { title: 'Program Approach' },
  special: { title: 'Specialized programs' },
  attachment: {
    title: 'Industrial Attachment Program',
    text: 'Three to six months of real work for students.',
    motif: 'rosette' as const,
    href: '/industrial-attachment',
  },
  proverb: {
    words: 'Mwanzo wa ngoma ni lele',
    meaning: 'Every great dance begins with one small note',
  },
}
