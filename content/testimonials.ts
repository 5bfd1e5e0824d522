// Made-up people and quotes: replace them and the drawn portraits in public/images/testimonials.
import type { Testimonial } from './types.ts'

export const testimonials: Testimonial[] = [
  {
    quote:
      'I came to fix my phone. Two years later I am the one who is called when the clinic’s server is down.',
    name: 'Rehema Mfano',
    role: 'Network technician',
    image: {
      src: '/images/testimonials/rehema-mfano.webp',
      width: 160,
      height: 160,
      alt: 'Drawn placeholder portrait of Rehema Mfano',
    },
  },
  {
    quote:
      'There was a room for my daughter to sleep in, and nobody asked why she was there. So I could finish.',
    name: 'Mwanajuma Sampuli',
    role: 'Software developer',
    image: {
      src: '/images/testimonials/mwanajuma-sampuli.webp',
      width: 160,
      height: 160,
      alt: 'Drawn placeholder portrait of Mwanajuma Sampuli',
    },
  },
  {
    quote: 'My mother sells kangas. I sell the app that designs them. We argue about colours.',
    name: 'Fatuma Kielelezo',
    role: 'Founder',
    image: {
      src: '/images/testimonials/fatuma-kielelezo.webp',
      width: 160,
      height: 160,
      alt: 'Drawn placeholder portrait of Fatuma Kielelezo',
    },
  },
]
