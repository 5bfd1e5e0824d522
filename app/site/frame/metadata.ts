import type { MetaDescriptor } from 'react-router'
import { pictureOf, sharing, socialPictureSize } from '../../../content/sharing.ts'
import { site } from '../../../content/site.ts'
import {
  type Language,
  languages,
  locales,
  pathIn,
  translatedPaths,
} from '../../../contract/language/languages.ts'
import { publicUrlPlaceholder as publicUrl } from '../../../contract/constants.ts'
import { type JobOffer, structuredData } from './json-ld.ts'

/** Metadata of a page, for search engines and shared links. */
interface PageMetadata {
  title: string
  description?: string
  /** Keywords of this page, added to those of the whole site. */
  keywords?: string[]
  /** English path, for the page's URL and the share picture of its section. */
  path: string
  language?: Language
  /** Path of the page's own share picture, 1200 by 630 pixels. */
  image?: string
  type?: 'website' | 'article'
  author?: string
  /** Dates or times in ISO 8601 format. */
  published?: string
  modified?: string
  section?: string
  tags?: string[]
  /** True to exclude the page from search engines. */
  hidden?: boolean
  /** True to tell search engines not to follow the page's links. */
  nofollow?: boolean
  /** Canonical path, if it differs from `path`. */
  canonical?: string
  job?: JobOffer
}

/**
 * Return value of a page's `meta` function. The browser changes only the title: search engines read
 * the server's HTML. The server replaces the placeholder in each URL by the public URL.
 */
export function metadata(page: PageMetadata): MetaDescriptor[] {
  const title = page.title === site.name ? site.name : `${page.title} | ${site.name}`
  return import.meta.env.SSR ? [{ title }, ...allOf(page, title)] : [{ title }]
}

function allOf(page: PageMetadata, title: string): MetaDescriptor[] {
  const { path, language = 'en', type = 'website', tags = [], author = site.name } = page
  const description = page.description ?? site.description
  const keywords = [...(page.keywords ?? []), ...tags, ...sharing.keywords]
  const url = publicUrl + pathIn(language, page.canonical ?? path)
  const picture = pictureOf(path)
  const image = publicUrl + (page.image ?? picture.src)

  return [
    ...metaTags({
      description,
      keywords: [...new Set(keywords)].join(', '),
      author,
      robots: `${page.hidden ? 'noindex' : 'index'}, ${page.nofollow ? 'nofollow' : 'follow'}`,
    }),
    { tagName: 'link', rel: 'canonical', href: url },
    ...(page.hidden ? [] : alternatesOf(path)).map(({ hrefLang, path: translated }) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang,
      href: publicUrl + translated,
    })),
    ...properties({
      'og:type': type,
      'og:site_name': site.name,
      'og:locale': locales[language].replace('-', '_'),
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': image,
      'og:image:width': String(socialPictureSize.width),
      'og:image:height': String(socialPictureSize.height),
      'og:image:alt': page.image || language !== 'en' ? title : picture.alt,
    }),
    ...(type === 'article' ? article(page, author) : []),
    ...metaTags({
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': image,
    }),
    { 'script:ld+json': structuredData({ ...page, type, description, author, url, image }) },
  ]
}

/**
 * Links (`hreflang`) to a page in all languages; English is the default. Empty if the page exists
 * in one language only.
 */
export function alternatesOf(path: string) {
  const english = pathIn('en', path)
  if (!translatedPaths.some((translated) => translated === english)) return []
  return [
    ...languages.map((language) => ({ hrefLang: language, path: pathIn(language, english) })),
    { hrefLang: 'x-default', path: english },
  ]
}

function article({ published, modified, section, tags = [] }: PageMetadata, author: string) {
  return [
    ...properties({
      'article:author': author,
      'article:published_time': published,
      'article:modified_time': modified,
      'article:section': section,
    }),
    ...tags.flatMap((tag) => properties({ 'article:tag': tag })),
  ]
}

function metaTags(all: Record<string, string>): MetaDescriptor[] {
  return Object.entries(all).map(([name, content]) => ({ name, content }))
}

function properties(all: Record<string, string | undefined>): MetaDescriptor[] {
  return Object.entries(all).flatMap(([property, content]) =>
    content ? [{ property, content }] : [],
  )
}
