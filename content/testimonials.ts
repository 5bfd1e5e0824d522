// People and quotes are made up. Replace them and the portraits in public/images/testimonials.
import { portrait } from './portrait.ts'

const quotes = [
  {
    quote:
      'I came to fix my phone. Two years later I am the one who is called when the clinic’s server is down.',
    name: 'Rehema Mfano',
    role: 'Network technician',
  },
  {
    quote:
      'There was a room for my daughter to sleep in, and nobody asked why she was there. So I could finish.',
    name: 'Mwanajuma Sampuli',
    role: 'Software developer',
  },
  {
    quote: 'My mother sells kangas. I sell the app that designs them. We argue about colours.',
    name: 'Fatuma Kielelezo',
    role: 'Founder',
  },
]

export const testimonials = quotes.map((quote) => ({
  ...quote,
  image: portrait('testimonials', quote.name, 160, 160),
}))
