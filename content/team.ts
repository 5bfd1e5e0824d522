// Made-up people: mfano, sampuli, kielelezo and nakala all mean "example". Replace them and the
// drawn portraits in public/images/team.
import { portrait } from './portrait.ts'
import type { Picture } from './types.ts'

export interface TeamMember {
  id: string
  name: string
  role: string
  text: string
  image: Picture
}

export const team = {
  title: 'Our team',
  lead: 'Teachers, makers, listeners and one very patient accountant. Each of us was once the young person at the door.',
  members: 'Team members',
  jina: { words: 'Mkono mmoja haulei mwana', meaning: 'One hand alone cannot raise a child' },
  join: {
    title: 'Join our team',
    text: 'Open positions are on the careers page. Students come to us for an attachment; everybody else just comes and asks.',
    links: [
      { name: 'Careers', href: '/careers' },
      { name: 'Industrial Attachment Program', href: '/industrial-attachment' },
    ],
  },
}

const people = [
  {
    id: 'amina-mfano',
    name: 'Amina Mfano',
    role: 'Executive Director',
    text: 'Began here sweeping the hall after poetry nights. Keeps the doors open until nine.',
  },
  {
    id: 'juma-sampuli',
    name: 'Juma Sampuli',
    role: 'Head of Tech & Engineering',
    text: 'Repairs outboard motors and compilers with the same calm.',
  },
  {
    id: 'neema-kielelezo',
    name: 'Neema Kielelezo',
    role: 'Head of Creatives',
    text: 'Filmed her first documentary on a borrowed phone, and gave the phone back.',
  },
  {
    id: 'baraka-nakala',
    name: 'Baraka Nakala',
    role: 'Head of Programs',
    text: 'Knows every intake by name and every matatu route by number.',
  },
  {
    id: 'zuhura-mfano',
    name: 'Zuhura Mfano',
    role: 'Head of Communication',
    text: 'Answers the phone, the microphone and most of the questions.',
  },
  {
    id: 'salim-sampuli',
    name: 'Salim Sampuli',
    role: 'Head of Community & Entrepreneurship',
    text: 'Has tasted the first batch of every food business we ever started.',
  },
  {
    id: 'mwanaisha-kielelezo',
    name: 'Mwanaisha Kielelezo',
    role: 'Lead Case Manager',
    text: 'Walks home with those who would rather talk while walking.',
  },
  {
    id: 'katana-nakala',
    name: 'Katana Nakala',
    role: 'Accountant',
    text: 'The patient one. Can say what each bag of cement cost, and why.',
  },
]

/** The home page shows the first four. */
export const members: TeamMember[] = people.map((person) => ({
  ...person,
  image: portrait('team', person.name, 480, 560),
}))
