// The address, e-mail address and telephone number of site.ts are made up.
import { site } from './site.ts'

export const contactItems = [
  {
    id: 'visit',
    title: 'Visit us',
    content: site.address,
    note: 'Monday to Saturday, 8 am to 9 pm. Ask at the gate for anybody; somebody will know.',
  },
  {
    id: 'email',
    title: 'Email us',
    content: [],
    note: 'We answer within two working days, in English or Kiswahili.',
    link: { name: site.email, href: `mailto:${site.email}` },
  },
  {
    id: 'call',
    title: 'Call us',
    content: [],
    note: 'Monday to Friday, 9 am to 5 pm. Flash us if you are out of airtime: we call back.',
    link: { name: site.phone.shown, href: site.phone.link },
  },
]

export const contact = {
  title: 'Contact',
  lead: 'Come in, write or call. No question is too small to climb the stairs for.',
  proverb: { words: 'Kuuliza si ujinga', meaning: 'Asking is not foolishness' },
  cards: 'Three ways to reach us',
  map: {
    frame: 'Live map, empty until you ask for it',
    title: 'Finding us',
    text: 'From the ferry take any matatu towards Old Town and get off at the fort. Walk along the sea wall, past the fish market, until you hear drums. The door is the one with the rosettes.',
    show: 'Show the live map here',
    open: 'Open the map',
    from: 'The drawing is ours. The live map comes from openstreetmap.org, and only once you ask for it.',
  },
}
