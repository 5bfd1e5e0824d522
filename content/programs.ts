// Real names, durations and frequencies with made-up descriptions.
import type { MotifName } from './types.ts'

interface Program {
  title: string
  description: string
  duration: string
  frequency: string
}

export interface ProgramTab {
  id: 'tech' | 'arts' | 'entrepreneurship' | 'youth'
  label: string
  motif: MotifName
  /** The first program starts open. */
  programs: Program[]
}

export const programTabs: ProgramTab[] = [
  {
    id: 'tech',
    label: 'Technology',
    motif: 'jali',
    programs: [
      {
        title: 'Web and Mobile Development',
        description:
          'From the first page to an app that a real client pays for. The last two months you build for somebody in town.',
        duration: '6 months',
        frequency: 'Quarterly intake',
      },
      {
        title: 'Data for Beginners',
        description:
          'Spreadsheets, surveys and maps. You count what nobody has counted yet: boats, boreholes, bus stops.',
        duration: '3 months',
        frequency: 'Intake',
      },
      {
        title: 'Makers’ Workshop',
        description:
          'Electronics, solar and repair. Bring something broken; leave with it working and the parts list in your head.',
        duration: '8 weeks',
        frequency: 'Quarterly',
      },
    ],
  },
  {
    id: 'arts',
    label: 'Creative & Arts',
    motif: 'ngoma',
    programs: [
      {
        title: 'Film and Photography',
        description:
          'Light, sound and patience. Every class ends with a screening in the courtyard, neighbours included.',
        duration: '8 weeks',
        frequency: 'Bi-annually',
      },
      {
        title: 'Music and Radio',
        description:
          'Record, mix and go on air. The studio is small, the waiting list is friendly.',
        duration: '7 weeks',
        frequency: 'Ongoing',
      },
      {
        title: 'Poetry and Theatre',
        description:
          'Old metres and new voices, from the notebook to the sea wall stage in a month.',
        duration: '4 weeks',
        frequency: 'Bi-monthly',
      },
    ],
  },
  {
    id: 'entrepreneurship',
    label: 'Entrepreneurship',
    motif: 'bao',
    programs: [
      {
        title: 'Startup Incubation',
        description:
          'A desk, a mentor and a deadline. You bring the idea and the stubbornness, we bring the questions.',
        duration: '6 months',
        frequency: 'Quarterly intake',
      },
      {
        title: 'Business Bootcamp',
        description: 'Prices, books, licences and the first ten customers, in two very full weeks.',
        duration: '2 weeks',
        frequency: 'Quarterly',
      },
      {
        title: 'From Stall to Shop',
        description:
          'For those who sell already: stock, savings groups and a second pair of hands.',
        duration: '8 weeks',
        frequency: 'Quarterly',
      },
    ],
  },
  {
    id: 'youth',
    label: 'Youth Development',
    motif: 'tiara',
    programs: [
      {
        title: 'Mentorship Circles',
        description:
          'Eight people, one mentor and a fixed evening. What is said in the circle stays in the circle.',
        duration: '7 weeks',
        frequency: 'Ongoing',
      },
      {
        title: 'Ready for Work',
        description:
          'Applications, interviews, contracts, and how to say no. Practised until it stops being frightening.',
        duration: '4 weeks',
        frequency: 'Bi-monthly',
      },
      {
        title: 'Young Leaders',
        description:
          'Run a meeting, read a county budget, start something in your ward and finish it.',
        duration: '3 months',
        frequency: 'Intake',
      },
    ],
  },
]

export const programs = {
  title: 'Programs',
  lead: 'Twelve courses in four crafts, free for everybody from 18 to 35, and five programs around them for people with one particular need.',
  tabs: 'Courses by craft',
  terms: { duration: 'Duration', frequency: 'Frequency' },
  approach: {
    title: 'Program Approach',
    paragraphs: [
      'We teach in the order in which people learn: see it, do it beside somebody, do it alone, show it to others. A course has no more than twenty-four places, two teachers, and a real task from the neighbourhood that must work at the end.',
      'Nobody pays and nobody is paid to sit. Whoever misses class gets a visit rather than a letter; there is usually a reason, and it usually has a solution. After the last day you keep your key for a year: the desk, the internet and the people stay yours while you look for work or start your own.',
    ],
  },
  special: { title: 'Specialized programs' },
  attachment: {
    title: 'Industrial Attachment Program',
    text: 'Three to six months of real work for students.',
    motif: 'rosette' as const,
    href: '/industrial-attachment',
  },
  jina: {
    words: 'Mwanzo wa ngoma ni lele',
    meaning: 'Every great dance begins with one small note',
  },
}
