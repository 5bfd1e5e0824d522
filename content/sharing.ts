/** Default metadata for search engines and shared links. */
export const sharing = {
  keywords: [
    'youth empowerment',
    'Kenyan coast',
    'Mombasa',
    'technology',
    'creative arts',
    'entrepreneurship',
  ],
}

export const socialPictureSize = { width: 1200, height: 630 }

/**
 * Pictures of shared links, one for each section of the site: a title, and a scene of
 * artwork/scenes.ts. After a change here run `node artwork/social.ts`, which redraws public/social.
 */
export const socialPictures = [
  { name: 'home', path: '/', title: 'Empowering Youth For a Brighter Future', scene: 'harbour' },
  { name: 'about', path: '/about', title: 'About us', scene: 'door' },
  { name: 'team', path: '/team', title: 'Our team', scene: 'people' },
  { name: 'programs', path: '/programs', title: 'Programs', scene: 'workshop' },
  { name: 'departments', path: '/department', title: 'Departments', scene: 'tiles' },
  { name: 'impact', path: '/impact', title: 'Our impact', scene: 'regatta' },
  { name: 'events', path: '/events', title: 'Events', scene: 'stage' },
  { name: 'donate', path: '/donate', title: 'Donate', scene: 'mangrove' },
  { name: 'contact', path: '/contact', title: 'Contact', scene: 'studio' },
  { name: 'careers', path: '/career', title: 'Careers', scene: 'market' },
  {
    name: 'consultancies',
    path: '/terms-of-reference',
    title: 'Consultancy Opportunities',
    scene: 'lab',
  },
  {
    name: 'attachment',
    path: '/industrial-attachment',
    title: 'Industrial Attachment Program',
    scene: 'boatyard',
  },
] as const

/** Share picture of the section that `path` belongs to, or else of the home page. */
export function pictureOf(path: string) {
  const [home, ...sections] = socialPictures
  const { name, title } = sections.find((section) => path.startsWith(section.path)) ?? home
  return { src: `/social/${name}.png`, alt: `${title}: a drawing from the coast` }
}
