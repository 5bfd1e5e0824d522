// Real dates and capacities. The pictures in public/images/events are drawn placeholders.
import type { Picture } from './types.ts'

export interface FoundationEvent {
  id: string
  title: string
  description: string
  /** ISO 8601 date. */
  date: string
  time: string
  location: string
  /** Number of places. */
  capacity: number
  image: Picture
}

const upcoming: FoundationEvent[] = [
  {
    id: 'coast-tech-day',
    title: 'Coast Tech Day',
    description:
      'Demos from breakfast to dusk: tide sensors, a matatu ticketing app, and a robot that sorts cloves. Children may press all the buttons.',
    date: '2025-05-15',
    time: '9 am to 6 pm',
    location: 'The courtyard, Example House',
    capacity: 250,
    image: {
      src: '/images/events/coast-tech-day.webp',
      width: 640,
      height: 400,
      alt: 'Drawing of a courtyard with tables, cables and a small robot',
    },
  },
  {
    id: 'night-of-drums-and-words',
    title: 'Night of Drums and Words',
    description:
      'Poets, taarab players and two drum groups under the lanterns. The stage is open after ten; bring your own verse.',
    date: '2025-06-08',
    time: '6 pm to midnight',
    location: 'The sea wall stage, Old Town',
    capacity: 200,
    image: {
      src: '/images/events/night-of-drums-and-words.webp',
      width: 640,
      height: 400,
      alt: 'Drawing of a stage by the sea under lanterns',
    },
  },
  {
    id: 'founders-breakfast',
    title: 'Founders’ Breakfast',
    description:
      'Mahamri, beans and honest numbers: founders of the last intake tell what went wrong, and ten investors listen.',
    date: '2025-07-22',
    time: '7.30 am to 11 am',
    location: 'The roof, Example House',
    capacity: 50,
    image: {
      src: '/images/events/founders-breakfast.webp',
      width: 640,
      height: 400,
      alt: 'Drawing of a breakfast table on a roof above the harbour',
    },
  },
]

export const events = {
  title: 'Events',
  lead: 'Where there is a courtyard there is a reason to fill it. Most evenings are free, all of them end with tea.',
  upcoming: { title: 'Upcoming events', items: upcoming },
  register: 'Register Now',
  registerNote:
    'Registering online is not possible yet. Call us or write to us and we keep you a place.',
  all: { button: 'View All Events', note: 'The calendar of all events is not online yet.' },
  venue: {
    title: 'Hold your own event here',
    text: 'The courtyard seats 250, the sea wall stage 200, the roof 50. Chairs, sound and somebody who knows the fuse box are included.',
    button: 'Inquire About Venue Booking',
    note: 'Booking online is not possible yet. Call us or write to us instead.',
  },
  jina: { words: 'Nyota njema huonekana asubuhi', meaning: 'A good star shows itself by morning' },
}
