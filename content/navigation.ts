import type { Link } from './types.ts'

/** Links of the navigation bar. */
export const navigation = {
  home: { name: 'Home', href: '/' },
  about: { name: 'About', href: '/about' },
  impact: { name: 'Impact', href: '/impact' },
  contact: { name: 'Contact', href: '/contact' },
  attachment: { name: 'Attachment', href: '/industrial-attachment' },
  donate: { name: 'Donate', href: '/donate' },
  events: { name: 'Events', href: '/events' },
  programs: [
    { name: 'All Programs', href: '/programs' },
    { name: 'Case Management', href: '/programs/case-management' },
    { name: 'Tourism Innovation Lab', href: '/programs/tourism-innovation-lab' },
    { name: 'Employer Engagement', href: '/programs/employer-engagement' },
    { name: 'Campus Ambassador', href: '/programs/campus-ambassador' },
    { name: 'Swahili Tech Women', href: '/programs/swahili-tech-women' },
  ],
  departments: [
    { name: 'Communication', href: '/department/communication' },
    { name: 'Tech & Engineering', href: '/department/tech-engineering' },
    { name: 'Creatives', href: '/department/creatives' },
    { name: 'Community & Entrepreneurship', href: '/department/community-entrepreneurship' },
  ],
} as const satisfies Record<string, Link | readonly Link[]>

/** Links of the footer. */
export const footer = {
  programs: [
    'Case Management',
    'Tourism Innovation Lab',
    'Employer Engagement',
    'Campus Ambassador',
    'Swahili Tech Women',
  ],
  quickLinks: [
    { name: 'About', href: '/about' },
    { name: 'Impact', href: '/impact' },
    { name: 'Team', href: '/team' },
    { name: 'Contact', href: '/contact' },
    navigation.attachment,
    { name: 'Careers', href: '/careers' },
    { name: 'Consultancies', href: '/terms-of-reference' },
    navigation.donate,
  ],
  legal: [
    { name: 'Terms of Service', href: '/terms' },
    { name: 'Privacy Policy', href: '/privacy' },
  ],
} as const
