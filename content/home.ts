import { attachmentProgram } from './attachment-program.ts'
import { reach } from './impact.ts'
import { navigation } from './navigation.ts'
import { site } from './site.ts'

const core = [
  {
    title: 'Technology',
    text: 'Code, circuits and data, learned by mending what the street outside really uses.',
    motif: 'jali',
    href: '/programs#tech',
  },
  {
    title: 'Creative Arts',
    text: 'Film, music and the stage: our own stories, told well enough to be paid for.',
    motif: 'ngoma',
    href: '/programs#arts',
  },
  {
    title: 'Entrepreneurship',
    text: 'From the first sale on the pavement to a business with its books in order.',
    motif: 'bao',
    href: '/programs#entrepreneurship',
  },
] as const

const specialized = [
  {
    title: 'Case Management',
    text: 'One person who knows your name and your plan, for as long as it takes.',
    motif: 'mkeka',
    href: '/programs/case-management',
  },
  {
    title: 'Tourism Innovation Lab',
    text: 'New ways to welcome visitors, invented by those who grew up on the beach.',
    motif: 'tanga',
    href: '/programs/tourism-innovation-lab',
  },
  {
    title: 'Swahili Tech Women',
    text: 'Women who write software, and bring their neighbours along.',
    motif: 'korosho',
    href: '/programs/swahili-tech-women',
  },
] as const

/** Texts of the page for a new installation. Staff edit them in the back office. */
export const homeTexts = {
  title: 'Empowering Youth For a Brighter Future',
  lead: 'On the Swahili coast, people aged 18 to 35 learn a craft, build with technology and start what they dream of: with a desk, a mentor and a community beside them.',
  about:
    'We work in a coral-stone house near the old harbour. Downstairs somebody is soldering, upstairs somebody is rehearsing, and on the roof a first business plan meets the wind.',
  mission: 'To empower youth through innovation and creativity.',
  vision: 'A community of empowered youth driving positive change.',
  team: 'Four of the people you will meet at the door.',
  attachmentTitle: 'A student looking for an attachment?',
  attachment:
    'Spend three to six months with a team that builds, designs, broadcasts or organises for the community. The application takes about fifteen minutes on a phone.',
}

export const home = {
  buttons: [
    { name: 'Our Programs', href: '/programs' },
    { name: 'Learn More', href: '/about' },
    { name: 'Careers', href: '/careers' },
  ],
  /** Strip below the hero. `always` is for an installation without intakes. */
  intakes: {
    link: { name: 'Industrial attachment', href: navigation.attachment.href },
    always: 'Three to six months of real work for students. Apply at any time.',
    closed: 'We are not taking applications at the moment.',
    apply: {
      name: 'Apply Now',
      href: site.externalApplicationForm ? navigation.attachment.href : attachmentProgram.applyPath,
    },
    tell: { name: 'Tell me when it opens', href: navigation.attachment.href },
  },
  proverb: { words: 'Elimu haina mwisho', meaning: 'Learning has no end' },
  about: {
    title: 'About the foundation',
    mission: 'Mission',
    vision: 'Vision',
    link: { name: 'Learn More About Us', href: '/about' },
  },
  programs: {
    title: 'Programs',
    core: { title: 'Core programs', cards: core },
    specialized: { title: 'Specialized programs', cards: specialized },
    link: { name: 'View All Programs', href: '/programs' },
  },
  impact: { title: 'Our impact so far', figures: reach },
  team: {
    title: 'Team',
    link: { name: 'Meet the whole team', href: '/team' },
  },
  attachment: {
    link: { name: 'Industrial Attachment Program', href: '/industrial-attachment' },
  },
  contact: { title: 'Contact' },
}
