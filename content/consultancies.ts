// The calls for consultants are made up; their figures and dates are real.

export const vijanaBaseline = {
  id: 'vijana-2-thrive',
  title: 'Baseline Study for Vijana 2 Thrive',
  shortDescription:
    'Find out where 42,900 young people in four counties stand before a program for work and dignity begins, so that we can tell later what it changed.',
  fullDescription:
    'A baseline of employment, income, skills and safety among young people aged 18 to 35, at least 80% of them young women, with recommendations for the program’s targets.',
  counties: ['Mombasa', 'Kilifi', 'Kwale', 'Lamu'],
  dateAdded: '2025-09-09',
  deadline: '2025-09-17',
  status: 'open' as const,
  category: 'Research and evaluation',
  estimatedDuration: '6-8 weeks',
  targetParticipants: '42,900 youth aged 18-35',
  partner: 'Harbour Partners Trust',
  tags: ['Baseline', 'Youth employment', 'Gender', 'Coast'],
}

export const consultancies = [vijanaBaseline]

/** Texts of the list for a new installation. Staff edit them in the back office. */
export const consultanciesTexts = {
  title: 'Current Consultancy Opportunities',
  lead: 'Now and then we need a pair of eyes from outside: to measure, to question, to draw the map. These are the calls.',
}

export const consultancyPage = {
  path: '/terms-of-reference',
  /** The link from a call to the list. */
  all: 'Current Consultancy Opportunities',
  statuses: { open: 'Open', closed: 'Closed', upcoming: 'Upcoming' },
  facts: {
    counties: 'Counties',
    targetParticipants: 'Target participants',
    estimatedDuration: 'Duration',
    dateAdded: 'Posted',
    deadline: 'Deadline',
    partner: 'Partner',
  },
  details: 'View Full Details',
  notFound: 'Call Not Found',
  apply: 'Apply Now',
  empty: {
    title: 'No Current Opportunities',
    text: 'We publish new calls here. If you have an idea for one, tell us.',
    link: { name: 'Get in Touch', href: '/contact' },
  },
  proverb: {
    words: 'Mwenye macho haambiwi tazama',
    meaning: 'Who has eyes need not be told to look',
  },
}
