import type { Field } from './fields.ts'

const declare = <const Fields extends Record<string, Field>>(
  label: string,
  path: string,
  fields: Fields,
) => ({ label, path, fields })

const title = { kind: 'line', label: 'Title', max: 120 } as const
const lead = { kind: 'text', label: 'Introduction', max: 800 } as const
const text = (label: string, max = 1500) => ({ kind: 'text', label, max }) as const
const line = (label: string, max = 300) => ({ kind: 'line', label, max }) as const
const entries = (label: string, max = 8) => ({ kind: 'entries', label, max }) as const
const picture = (label: string, width: number, height: number) =>
  ({ kind: 'picture', label, width, height }) as const
const profile = (label: string) => ({ kind: 'link', label, optional: true }) as const

/** The page of a department. */
const department = (label: string, path: string) =>
  declare(label, path, {
    title,
    lead,
    work: entries('What we do'),
    now: { kind: 'list', label: 'Our work this season', max: 8 },
  })

/**
 * The texts of each page, by slug: the label of the item, the page and the fields. Staff cannot add or
 * delete items. The texts of a new installation are in server/database/first-texts.ts.
 */
export const pageTexts = {
  contact: declare('Contact details', '/contact', {
    address: {
      kind: 'list',
      label: 'Address',
      max: 3,
      hint: 'One line per line of the address: the house and the street first, then the town.',
    },
    phone: { kind: 'phone', label: 'Phone number' },
    email: { kind: 'email', label: 'E-mail address' },
    hrEmail: { kind: 'email', label: 'E-mail address for job and consultancy applications' },
    openingHours: line('Opening hours'),
    answers: { ...line('How soon e-mails are answered'), optional: true },
    callHours: { ...line('When somebody answers the phone'), optional: true },
    facebook: profile('Facebook'),
    x: profile('X'),
    instagram: profile('Instagram'),
    linkedin: profile('LinkedIn'),
    youtube: profile('YouTube'),
    tagline: {
      kind: 'line',
      label: 'Line under our name at the bottom of each page',
      max: 200,
      translated: true,
    },
    title,
    lead,
    directions: text('How to find us'),
  }),
  giving: declare('Giving', '/donate', {
    title,
    lead,
    note: text('Text under the button “Donate Now”'),
    paybill: { ...line('Paybill number', 20), optional: true },
    till: { ...line('Till number', 20), optional: true },
    account: {
      ...line('Account', 60),
      optional: true,
      hint: 'What the giver types as the account number of the Paybill.',
    },
    standingOrder: {
      kind: 'list',
      label: 'Steps of a monthly gift',
      max: 8,
      optional: true,
      hint: 'One step per line: what the giver does on the own phone, for example with *334# and M-Pesa Ratiba.',
    },
    whatsapp: {
      kind: 'phone',
      label: 'WhatsApp number',
      optional: true,
      hint: 'Givers send their amount and project to it.',
    },
    rate: {
      kind: 'number',
      label: 'Kenyan shillings for one dollar',
      min: 1,
      max: 10_000,
      optional: true,
      hint: 'A whole number. With it, “about KSh …” stands beside each amount in dollars.',
    },
  }),
  home: declare('Home', '/', {
    title,
    lead,
    about: text('About the foundation'),
    mission: line('Mission'),
    vision: line('Vision'),
    team: { ...text('Text above the team', 500), optional: true },
    attachmentTitle: line('Title above the attachment', 120),
    attachment: text('Text about the attachment'),
  }),
  about: declare('About us', '/about', {
    title,
    lead,
    story: text('How it began', 5000),
    film: text('Text about the documentary'),
    filmLink: { kind: 'link', label: 'Link of “Play Documentary”' },
    values: entries('Our values', 4),
    youthDatabase: text('Text about the Youth Database'),
    youthDatabaseLink: { kind: 'link', label: 'Link of “Join the Youth Database”' },
  }),
  impact: declare('Our impact', '/impact', {
    title,
    lead,
    story1Title: line('First story: title', 120),
    story1Name: line('First story: person', 120),
    story1: text('First story', 3000),
    story1Picture: picture('First story: picture', 720, 480),
    story2Title: line('Second story: title', 120),
    story2Name: line('Second story: person', 120),
    story2: text('Second story', 3000),
    story2Picture: picture('Second story: picture', 720, 480),
    report: text('Text about the impact report'),
    download: text('How to get the impact report'),
  }),
  team: declare('Our team', '/team', { title, lead, join: text('Join our team') }),
  events: declare('Events', '/events', { title, lead, venue: text('Hire our venue') }),
  careers: declare('Careers', '/careers', { title, lead }),
  consultancies: declare('Consultancy opportunities', '/terms-of-reference', { title, lead }),
  programs: declare('Programs', '/programs', {
    title,
    lead,
    approach: text('Program Approach', 5000),
  }),
  'case-management': declare('Case Management', '/programs/case-management', {
    title,
    lead,
    features: entries('How it works'),
  }),
  'tourism-innovation-lab': declare('Tourism Innovation Lab', '/programs/tourism-innovation-lab', {
    title,
    lead,
    features: entries('What the lab offers'),
    project1Title: line('First project: title', 120),
    project1: text('First project'),
    project1Picture: picture('First project: picture', 640, 400),
    project2Title: line('Second project: title', 120),
    project2: text('Second project'),
    project2Picture: picture('Second project: picture', 640, 400),
    project3Title: line('Third project: title', 120),
    project3: text('Third project'),
    project3Picture: picture('Third project: picture', 640, 400),
  }),
  'employer-engagement': declare('Employer Engagement', '/programs/employer-engagement', {
    title,
    lead,
    offers: entries('Ways to take part'),
    promise: { kind: 'list', label: 'What we promise an employer', max: 10 },
  }),
  'campus-ambassador': declare('Campus Ambassador', '/programs/campus-ambassador', {
    title,
    lead,
    overview: text('What an ambassador does', 3000),
    universities: {
      ...entries('Partner universities', 12),
      hint: 'One university per line, and its town after a colon.',
    },
    benefits: entries('Benefits'),
    nominate: text('Is your university missing?'),
  }),
  'swahili-tech-women': declare('Swahili Tech Women', '/programs/swahili-tech-women', {
    title,
    lead,
    initiatives: entries('Initiatives'),
  }),
  communication: department('Communication', '/department/communication'),
  'tech-engineering': department('Tech & Engineering', '/department/tech-engineering'),
  creatives: department('Creatives', '/department/creatives'),
  'community-entrepreneurship': department(
    'Community & Entrepreneurship',
    '/department/community-entrepreneurship',
  ),
  attachment: declare('Industrial attachment', '/industrial-attachment', {
    title: { ...title, translated: true },
    lead: { ...lead, translated: true },
    reasons: { ...entries('Why join us'), translated: true },
    highlights: { ...entries('At a glance'), translated: true },
    steps: { ...entries('How to apply'), translated: true },
    question: { ...line('Questions?'), translated: true },
  }),
}

export type PageTextName = keyof typeof pageTexts
