// Figures are real. People, quotes and universities are made up: replace them and the pictures.
import { testimonials } from './testimonials.ts'
import type { MotifName } from './types.ts'

/**
 * Each page has sections of its own. `short` is its summary in lists of programs. `texts` are those of a
 * new installation; staff edit them in the back office.
 */
type Page = Record<string, unknown> & { motif: MotifName; texts: Record<string, unknown> }

export const caseManagement = {
  path: '/programs/case-management',
  motif: 'mkeka',
  short: 'One person at your side, with a plan that is yours.',
  texts: {
    title: 'Case Management',
    lead: 'A mat holds because many strands cross. So does a plan: yours, your family’s, a teacher’s, a clinic’s. Our case managers plait them together and stay until it holds.',
    features: [
      {
        title: 'Personalized Assessment',
        text: 'Two long conversations, no form to fill in alone. We ask what is in the way and what is already there.',
      },
      {
        title: 'Support Network',
        text: 'We call those who can help: a relative, a landlord, a nurse, a workshop with a free bench.',
      },
      {
        title: 'Regular Check-ins',
        text: 'Every week at first, then every month. By phone, at the house, or on a bench by the water.',
      },
      {
        title: 'Ongoing Guidance',
        text: 'When the plan is reached we keep the door open. Many come back with the next one.',
      },
    ],
  },
  features: { title: 'How it works' },
  impact: {
    title: 'Results',
    figures: [
      { value: '250+', label: 'young people accompanied each year' },
      { value: '85%', label: 'success: they reach their goals' },
      { value: '15', label: 'partners who open their doors' },
    ],
  },
  proverb: { words: 'Bandu bandu huisha gogo', meaning: 'Chip by chip the log is finished' },
} satisfies Page

export const tourismInnovationLab = {
  path: '/programs/tourism-innovation-lab',
  motif: 'tanga',
  short: 'New ways to welcome visitors, by those who live here.',
  texts: {
    title: 'Tourism Innovation Lab',
    lead: 'Visitors have sailed into this harbour for a thousand years. Here the ones who grew up beside it decide what they see, taste and pay for.',
    features: [
      {
        title: 'A desk on the sea wall',
        text: 'Six teams at a time, with tools, internet and a view of their market.',
      },
      {
        title: 'Guides who teach guides',
        text: 'History, first aid, birds, three languages, and when to be silent.',
      },
      {
        title: 'A test before it costs',
        text: 'Every idea goes on one real trip with ten patient guests.',
      },
      {
        title: 'Doors to hotels',
        text: 'We carry what works to the reception desks of the coast.',
      },
    ],
    project1Title: 'Night Walks in Old Town',
    project1:
      'Balconies, ghosts and grilled cassava: a lantern walk told by grandmothers, led by their grandchildren.',
    project1Picture: {
      src: '/images/projects/night-walks.webp',
      width: 640,
      height: 400,
      alt: 'Drawing of a narrow lane with balconies and a lantern',
    },
    project2Title: 'Mangrove by Paddle',
    project2: 'Canoes built by the boatyard apprentices, and a seedling planted on each trip.',
    project2Picture: {
      src: '/images/projects/mangrove-by-paddle.webp',
      width: 640,
      height: 400,
      alt: 'Drawing of a canoe between mangrove roots',
    },
    project3Title: 'The Spice Desk',
    project3:
      'A booking page for twenty kitchens that cook for guests at home, in shillings and by phone.',
    project3Picture: {
      src: '/images/projects/spice-desk.webp',
      width: 640,
      height: 400,
      alt: 'Drawing of bowls of spices on a counter',
    },
  },
  features: { title: 'What the lab offers' },
  projects: {
    title: 'Three projects',
    button: 'View Project',
    note: 'These projects have no pages yet.',
    /** The stamps of the three projects. */
    motifs: ['taa', 'tanga', 'kibaba'] as const,
  },
  proverb: {
    words: 'Mgeni njoo, mwenyeji apone',
    meaning: 'Let the guest come, so that the host may thrive',
  },
} satisfies Page

export const campusAmbassador = {
  path: '/programs/campus-ambassador',
  motif: 'mbuyu',
  short: 'A student on each campus who brings others along.',
  texts: {
    title: 'Campus Ambassador',
    lead: 'One student on each campus who knows our house, and knows who on campus should know it. A branch of the tree, with the same roots.',
    overview: [
      'Ambassadors serve for one academic year, about four hours a week. They hold a monthly open evening, bring workshops from our house to the lecture hall, and walk nervous first-years to their first application.',
      'They are chosen by the students around them, trained by us for a week in August, and never alone: all six meet on the first Saturday of each month under the tree in the courtyard.',
    ].join('\n'),
    universities: [
      { title: 'Old Harbour University', text: 'Mombasa' },
      { title: 'Creekside University', text: 'Kilifi' },
      { title: 'Shimba Technical University', text: 'Kwale' },
      { title: 'Island University College', text: 'Lamu' },
      { title: 'Delta University', text: 'Tana River' },
      { title: 'Sagala Hills University', text: 'Taita-Taveta' },
    ],
    benefits: [
      {
        title: 'Training',
        text: 'Speaking, organising, budgeting: a week of practice and a year of use.',
      },
      {
        title: 'A small budget',
        text: 'For tea, posters and bus fares. You account for it, and learn how.',
      },
      { title: 'A mentor', text: 'Somebody who finished five years before you and remembers.' },
      { title: 'A certificate', text: 'And a reference from people who saw you work.' },
    ],
    nominate:
      'Tell us who we should talk to: a lecturer, a student union, a club with a noticeboard.',
  },
  overview: { title: 'What an ambassador does' },
  universities: { title: 'Partner universities' },
  benefits: { title: 'Benefits' },
  nominate: {
    title: 'Is your university missing?',
    button: 'Nominate Your University',
    note: 'Nominating online is not possible yet. Call us or write to us instead.',
  },
  proverb: { words: 'Mbuyu ulianza kama mchicha', meaning: 'Even the baobab began as a seedling' },
} satisfies Page

export const swahiliTechWomen = {
  path: '/programs/swahili-tech-women',
  motif: 'korosho',
  short: 'Women who write software, and bring others along.',
  texts: {
    title: 'Swahili Tech Women',
    lead: 'A kanga has always carried messages. These women write theirs in code: a community of learners, engineers and founders on the coast.',
    initiatives: [
      {
        title: 'First Lines',
        text: 'Ten Saturdays of programming for women who have never been asked whether they would like it.',
      },
      {
        title: 'Thursday House',
        text: 'The ground floor is ours one evening a week: study groups, childcare, and biriani at eight.',
      },
      {
        title: 'Pair Up',
        text: 'Half a year beside an engineer of a partner company, two hours a week, one real ticket at a time.',
      },
      {
        title: 'Own It',
        text: 'Registration, contracts and first invoices for women who found something.',
      },
    ],
  },
  join: {
    title: 'Take part',
    button: 'Join the Community',
    note: 'Joining online is not possible yet. Come on a Thursday evening, or write to us.',
  },
  more: { button: 'Learn More', note: 'The longer description is not online yet.' },
  stats: {
    title: 'The program in figures',
    figures: [
      { value: '500+', label: 'women in tech' },
      { value: '35', label: 'startups' },
      { value: '12', label: 'partner companies' },
      { value: '85%', label: 'find a job' },
    ],
  },
  initiatives: { title: 'Initiatives' },
  testimonials: { title: 'In their words', items: testimonials },
  proverb: {
    words: 'Ukimwelimisha mwanamke umeelimisha jamii',
    meaning: 'Educate a woman and you have educated a community',
  },
} satisfies Page

export const employerEngagement = {
  path: '/programs/employer-engagement',
  motif: 'mlango',
  short: 'Companies and young people, introduced by somebody who knows both.',
  texts: {
    title: 'Employer Engagement',
    lead: 'Talent stands on one side of the door, work on the other. We have oiled the hinges: companies hire people whom we know, and both can ask us afterwards.',
    offers: [
      {
        title: 'Hire',
        text: 'Tell us about the work, not only the title. Within ten days you meet three people who could begin.',
      },
      {
        title: 'Host',
        text: 'Take a student for an attachment of three to six months. We prepare them, and visit.',
      },
      {
        title: 'Shape',
        text: 'Sit with our teachers once a year and say what the courses lack. They change what they can.',
      },
    ],
    promise: [
      'We say what a person can do, and what they cannot do yet.',
      'One contact on our side for the whole first year.',
      'If it does not work out, we come and listen to both.',
      'No fee. We ask for a fair wage and a written contract.',
    ],
  },
  figuresTitle: 'Our results',
  figures: [
    { value: '500+', label: 'young people placed' },
    { value: '80%', label: 'still employed after a year' },
    { value: '50+', label: 'employers' },
  ],
  offers: { title: 'Ways to take part' },
  promise: { title: 'What we promise an employer' },
  contact: { name: 'Talk to us', href: '/contact' },
  letter: { name: 'Check a letter of ours', href: '/verify' },
  proverb: {
    words: 'Jifya moja haliinjiki chungu',
    meaning: 'One hearthstone alone cannot hold up the pot',
  },
} satisfies Page

export const programPages = [
  caseManagement,
  tourismInnovationLab,
  employerEngagement,
  campusAmbassador,
  swahiliTechWomen,
]
