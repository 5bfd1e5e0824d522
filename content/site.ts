/** The foundation's name, contacts and links. All are made up: replace them here. */
export const site = {
  name: 'Swahili Youth Foundation',
  shortName: 'SYF',
  tagline: 'Empowering youth through innovation and creativity on the Swahili coast.',
  description:
    'A youth-empowerment foundation on the Kenyan coast: technology, creative arts and entrepreneurship for people aged 18 to 35.',
  address: ['Example House, Old Town', 'Mombasa, Kenya'] as readonly string[],
  email: 'hello@foundation.example',
  /** E-mail address for job and consultancy applications. */
  hrEmail: 'careers@foundation.example',
  phone: { shown: '+254 700 000 000', link: 'tel:+254700000000' },
  /** The person whose name stands below letters, such as acceptance letters. */
  signatory: {
    name: 'Amina Mfano',
    role: { en: 'Executive Director', sw: 'Mkurugenzi Mtendaji' },
  },
  social: [
    { name: 'Facebook', href: 'https://facebook.example/foundation' },
    { name: 'X', href: 'https://x.example/foundation' },
    { name: 'Instagram', href: 'https://instagram.example/foundation' },
    { name: 'LinkedIn', href: 'https://linkedin.example/foundation' },
    { name: 'YouTube', href: 'https://youtube.example/foundation' },
  ],
  /** URL of an external application form. With null, "Apply Now" links to the site's own form. */
  externalApplicationForm: null as string | null,
  documentary: 'https://video.example/a-day-in-the-house',
  youthDatabase: 'https://forms.example/youth-database',
  /** Map around the building. The server's Content-Security-Policy allows frames from this host. */
  map: {
    embed:
      'https://www.openstreetmap.org/export/embed.html?bbox=39.672,-4.068,39.684,-4.058&marker=-4.063,39.678',
    page: 'https://www.openstreetmap.org/?mlat=-4.063&mlon=39.678#map=17/-4.063/39.678',
  },
} as const
