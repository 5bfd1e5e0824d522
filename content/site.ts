/**
 * The foundation's name and links. All are made up: replace them here. Staff edit the contacts in the back
 * office (contact.ts).
 */
export const site = {
  name: 'Swahili Youth Foundation',
  shortName: 'SYF',
  description:
    'A youth-empowerment foundation on the Kenyan coast: technology, creative arts and entrepreneurship for people aged 18 to 35.',
  /** The person whose name stands below letters, such as acceptance letters. */
  signatory: {
    name: 'Amina Mfano',
    role: { en: 'Executive Director', sw: 'Mkurugenzi Mtendaji' },
  },
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
