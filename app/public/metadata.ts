import type { MetaDescriptor } from 'react-router'
import { site } from '../../content/site.ts'

interface PageMetadata {
  title: string
  description?: string
  /** The page's own path, for its canonical address. */
  path?: string
  /** For pages that a search engine should not list. */
  hidden?: boolean
}

/** Where the site is published, without a slash at the end; empty where it is not known. */
const publicUrl: string = (import.meta.env['PUBLIC_URL'] ?? '').replace(/\/+$/, '')

/** What a page's `meta` returns. */
export function metadata({
  title,
  description = site.description,
  path,
  hidden,
}: PageMetadata): MetaDescriptor[] {
  const full = title === site.name ? title : `${title} | ${site.name}`
  const tags: MetaDescriptor[] = [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: 'website' },
  ]
  if (hidden) tags.push({ name: 'robots', content: 'noindex' })
  if (publicUrl && path) {
    tags.push(
      { tagName: 'link', rel: 'canonical', href: publicUrl + path },
      { property: 'og:url', content: publicUrl + path },
    )
  }
  return tags
}
