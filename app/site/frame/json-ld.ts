import { site } from '../../../content/site.ts'
import { publicUrlPlaceholder as publicUrl } from '../../../contract/constants.ts'
import { endOfDayInKenya } from '../../../contract/time-zone.ts'
import { type Contact, profilesOf } from '../contact.ts'

/** Data of a schema.org JobPosting. */
export interface JobOffer {
  title: string
  /** Plain text or simple HTML. */
  description: string
  location: string
  /** Days as YYYY-MM-DD. */
  posted?: string
  deadline: string
  /** A schema.org value: FULL_TIME, PART_TIME, CONTRACTOR, TEMPORARY, INTERN or VOLUNTEER. */
  employmentType: string | null
}

interface Page {
  path: string
  title: string
  description: string
  type: 'website' | 'article'
  url: string
  image: string
  published?: string
  section?: string
  tags?: string[]
  job?: JobOffer
  contact?: Contact
}

/** Structured data of a page: JobPosting, Article or Organization. */
export function structuredData(page: Page) {
  const block = page.job
    ? jobPosting(page.job)
    : page.type === 'article'
      ? article(page)
      : page.contact
        ? organization(page.contact)
        : publisher()
  return { '@context': 'https://schema.org', ...block }
}

function organization(contact: Contact) {
  const { address, email, phone } = contact
  const [street, town = ''] = address
  return {
    ...publisher(),
    alternateName: site.shortName,
    description: site.description,
    email,
    telephone: phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: town.split(',')[0],
      addressCountry: 'KE',
    },
    sameAs: profilesOf(contact).map(({ href }) => href),
  }
}

/** Short data about the organization. Only the home page has more. */
function publisher() {
  return {
    '@type': 'Organization',
    name: site.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icons/any-512.png`,
  }
}

function article(page: Page) {
  return {
    '@type': 'Article',
    headline: page.title,
    description: page.description,
    image: page.image,
    author: { '@type': 'Organization', name: site.name },
    publisher: publisher(),
    mainEntityOfPage: page.url,
    datePublished: page.published,
    dateModified: page.published,
    articleSection: page.section,
    keywords: page.tags?.join(', '),
  }
}

function jobPosting(job: JobOffer) {
  return {
    '@type': 'JobPosting',
    title: job.title,
    description: job.description,
    datePosted: job.posted,
    validThrough: endOfDayInKenya(job.deadline),
    employmentType: job.employmentType ?? undefined,
    hiringOrganization: { '@type': 'Organization', name: site.name, sameAs: `${publicUrl}/` },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: job.location,
        addressCountry: 'KE',
      },
    },
  }
}
