// Dates and capacities are real. The pictures in public/images/events are drawn placeholders.
import upcoming from './events.json' with { type: 'json' }

/** Texts of the page for a new installation. Staff edit them in the back office. */
export const eventsTexts = {
  title: 'Events',
  lead: 'Where there is a courtyard there is a reason to fill it. Most evenings are free, all of them end with tea.',
  venue:
    'The courtyard seats 250, the sea wall stage 200, the roof 50. Chairs, sound and somebody who knows the fuse box are included.',
}

export const events = {
  upcoming: {
    title: 'Upcoming events',
    items: upcoming,
    empty: 'No events planned yet. Come back soon or call us.',
  },
  past: { title: 'Past events' },
  until: 'to',
  register: 'Register Now',
  registerNote:
    'Registering online is not possible yet. Call us or write to us and we keep you a place.',
  all: { button: 'View All Events', note: 'The calendar of all events is not online yet.' },
  venue: {
    title: 'Hire our venue',
    button: 'Inquire About Venue Booking',
    note: 'Booking online is not possible yet. Call us or write to us instead.',
  },
  proverb: {
    words: 'Nyota njema huonekana asubuhi',
    meaning: 'A good star shows itself by morning',
  },
}
