// Real department names with made-up descriptions.
import type { Jina, MotifName, Titled } from './types.ts'

interface DepartmentPage {
  /** Path segment below /department. */
  slug: string
  title: string
  motif: MotifName
  lead: string
  work: Titled[]
  /** Projects of this season. */
  now: string[]
  jina: Jina
}

/** Titles and links of every department's page. */
export const departmentWords = {
  work: 'What we do',
  now: 'Our work this season',
  links: 'Work with us',
  text: 'Whether you bring a project, a question or two free afternoons: come by.',
  connect: { name: 'Connect With Us', href: '/contact' },
  involve: { name: 'Get Involved', href: '/contact' },
}

export const departments: DepartmentPage[] = [
  {
    slug: 'communication',
    title: 'Communication',
    motif: 'siwa',
    lead: 'The siwa was blown so that the whole town would come and listen. We use radio, screens and print, and try to deserve as much attention.',
    work: [
      {
        title: 'Storytelling',
        text: 'Reports, portraits and films about what happens in the house, by those it happened to.',
      },
      {
        title: 'Radio and podcast',
        text: 'A live hour each Friday in Kiswahili, and lessons in speaking without shouting.',
      },
      {
        title: 'Press and partners',
        text: 'We answer journalists on the same day, and write to donors in plain words.',
      },
      {
        title: 'Events',
        text: 'Posters, sound, guest lists, and the photograph in which everybody looks awake.',
      },
    ],
    now: [
      'A style guide in English and Kiswahili',
      'Captions for every film since the first',
      'A travelling exhibition of forty portraits',
    ],
    jina: {
      words: 'Lisemwalo lipo, na kama halipo laja',
      meaning: 'What is spoken of exists, or it is on its way',
    },
  },
  {
    slug: 'tech-engineering',
    title: 'Tech & Engineering',
    motif: 'jali',
    lead: 'A carved lattice lets the wind through and keeps the sun out: good engineering, centuries before us. We build with the same two materials, patience and what is at hand.',
    work: [
      {
        title: 'Software',
        text: 'Websites and apps for clinics, co-operatives and ourselves, this one included.',
      },
      {
        title: 'Electronics and making',
        text: 'A workshop with lathes, printers and a shelf of things waiting for a second life.',
      },
      {
        title: 'Networks and energy',
        text: 'Cables, solar panels and batteries, on our roof first and then on others.',
      },
      {
        title: 'Teaching',
        text: 'Everybody who builds here teaches here: two evenings a week, no exceptions.',
      },
    ],
    now: [
      'Tide gauges for three landing sites',
      'A school server that runs without internet',
      'Repair evenings, every second Wednesday',
    ],
    jina: { words: 'Ujuzi hauzeeki', meaning: 'Skill never grows old' },
  },
  {
    slug: 'creatives',
    title: 'Creatives',
    motif: 'ngoma',
    lead: 'Before there is a film, a song or a dress there is a beat somebody taps on a table. We keep the tables, the microphones and the sewing machines ready.',
    work: [
      {
        title: 'Film and photography',
        text: 'Cameras to borrow, a dark room to edit in, a courtyard to show it.',
      },
      {
        title: 'Music',
        text: 'A small studio, an oud with a history, drums with neighbours’ consent until ten.',
      },
      {
        title: 'Stage and word',
        text: 'Theatre, spoken word and the long metres of the coast, rehearsed on the roof.',
      },
      {
        title: 'Design and fashion',
        text: 'From kanga to poster to animation: pattern is our first language.',
      },
    ],
    now: [
      'A musical about the last lighthouse keeper',
      'Kangas with proverbs by primary schools',
      'An animation course on old phones',
    ],
    jina: {
      words: 'Kizuri chajiuza, kibaya chajitembeza',
      meaning: 'The good sells itself, the bad must be carried about',
    },
  },
  {
    slug: 'community-entrepreneurship',
    title: 'Community & Entrepreneurship',
    motif: 'bao',
    lead: 'In bao you win by sowing: seed after seed, into your own hollows and the next. We sow skills and small loans, and count what comes round.',
    work: [
      {
        title: 'Neighbourhood teams',
        text: 'Young people who ask on their own streets what is missing, and begin with it.',
      },
      {
        title: 'Mentoring',
        text: 'Circles of eight and walks for two, with trained mentors and case managers.',
      },
      {
        title: 'New enterprises',
        text: 'Incubation, bookkeeping and a first customer who is not an aunt.',
      },
      {
        title: 'Savings groups',
        text: 'Thirty groups that lend to each other, with an app for the book and a box for the key.',
      },
    ],
    now: [
      'A market for first products, monthly',
      'Benches and shade at four bus stops',
      'Start-up classes across the creek',
    ],
    jina: {
      words: 'Kidole kimoja hakivunji chawa',
      meaning: 'One finger alone cannot crush a louse',
    },
  },
]
