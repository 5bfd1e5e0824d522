// All contacts are made up. Staff replace them in the back office.

/** Contact details of a new installation. */
export const contactTexts = {
  address: ['Example House, Old Town', 'Mombasa, Kenya'],
  phone: '+254 700 000 000',
  email: 'hello@foundation.example',
  hrEmail: 'careers@foundation.example',
  openingHours:
    'Monday to Saturday, 8 am to 9 pm. Ask at the gate for anybody; somebody will know.',
  answers: 'We answer within two working days, in English or Kiswahili.',
  callHours: 'Monday to Friday, 9 am to 5 pm. Flash us if you are out of airtime: we call back.',
  facebook: 'https://facebook.example/foundation',
  x: 'https://x.example/foundation',
  instagram: 'https://instagram.example/foundation',
  linkedin: 'https://linkedin.example/foundation',
  youtube: 'https://youtube.example/foundation',
  tagline: 'Empowering youth through innovation and creativity on the Swahili coast.',
  title: 'Contact',
  lead: 'Come in, write or call. No question is too small to climb the stairs for.',
  directions:
    'From the ferry take any matatu towards Old Town and get off at the fort. Walk along the sea wall, past the fish market, until you hear drums. The door is the one with the rosettes.',
}

export const contact = {
  visit: 'Visit us',
  email: 'Email us',
  call: 'Call us',
  proverb: { words: 'Kuuliza si ujinga', meaning: 'Asking is not foolishness' },
  cards: 'Three ways to reach us',
  map: {
    frame: 'Live map, empty until you ask for it',
    title: 'Finding us',
    show: 'Show the live map here',
    open: 'Open the map',
    from: 'The drawing is ours. The live map comes from openstreetmap.org, and only once you ask for it.',
  },
}
