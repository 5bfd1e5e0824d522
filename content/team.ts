// The people are made up: mfano, sampuli, kielelezo and nakala mean "example". Replace them and the
// drawn portraits in public/images/team.
import people from './team.json' with { type: 'json' }
import { portrait } from './portrait.ts'

/** Texts of the page for a new installation. Staff edit them in the back office. */
export const teamTexts = {
  title: 'Our team',
  lead: 'Teachers, makers, listeners and one very patient accountant. Each of us was once the young person at the door.',
  join: 'Open positions are on the careers page. Students come to us for an attachment; everybody else just comes and asks.',
}

export const team = {
  members: 'Team members',
  proverb: { words: 'Mkono mmoja haulei mwana', meaning: 'One hand alone cannot raise a child' },
  join: {
    title: 'Join our team',
    links: [
      { name: 'Careers', href: '/careers' },
      { name: 'Industrial Attachment Program', href: '/industrial-attachment' },
    ],
  },
}

/** Team members. The home page shows the first four. */
export const members = people.map((person) => ({
  ...person,
  image: portrait('team', person.name, 480, 560),
}))
