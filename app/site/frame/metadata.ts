import type { MetaDescriptor } from 'react-router'
import { pictureOf, sharing, socialPictureSize } from '../../../content/sharing.ts'
import { site } from '../../../content/site.ts'
import {
  type Language,
  languages,
  locales,
  pathIn,
  translatedPaths,
} from '../../../contract/languages.ts'
import { type JobOffer, structuredData } from './json-ld.ts'

/** What a page says about itself to search engines and to whoever shares a link to it. */
interface PageMetadata {
  title: string
  description?: string
  /** Besides those of the whole site. */
  keywords?: string[]
  /** The page's own path, in English, for its address and for the picture of its section. */
  path?: string
  language?: Language
  /** A picture of the page's own for shared links, 1200 by 630: its path. */
  image?: string
  type?: 'website' | 'article'
  author?: string
  /** Days or moments, ISO 8601. */
  published?: string
  modified?: string
  section?: string
  tags?: string[]
  /** For pages that a search engine should not list. */
  hidden?: boolean
  /** For pages whose links a search engine should not follow. */
  nofollow?: boolean
  /** Where the page is at home, if not at `path`: a path of this site. */
  canonical?: string
  /** The page offers this job. */
  job?: JobOffer
}

/** Where the site is published, without a slash at the end; empty where it is not known. */
const publicUrl: string = (import.meta.env['PUBLIC_URL'] ?? '').replace(/\/+$/, '')

/** Where the site is at home; without PUBLIC_URL at build time, where it was asked. */
export function homeOf(request: Request) {
  return publicUrl || new URL(request.url).origin
}

/**
 * What a page's `meta` returns. Only the server's HTML holds all of it: in the browser, where no
 * search engine follows, a page changes the title alone and need not load the rest.
 *
 * Without PUBLIC_URL at build time the page's own address is unknown: then addresses are paths,
 * and scripts/enhance.ts adds the canonical one.
 */
export function metadata(page: PageMetadata): MetaDescriptor[] {
  const title = page.title === site.name ? site.name : `${page.title} | ${site.name}`
  return import.meta.env.SSR ? [{ title }, ...allOf(page, title)] : [{ title }]
}

function allOf(page: PageMetadata, title: string): MetaDescriptor[] {
  const { path, language = 'en', type = 'website', tags = [], author = site.name } = page
  const description = page.description ?? site.description
  const keywords = [...(page.keywords ?? []), ...tags, ...sharing.keywords]
  const home = page.canonical ?? path
  const url = publicUrl && home && !page.hidden ? publicUrl + pathIn(language, home) : undefined
  const picture = pictureOf(path ?? '/')
  const image = publicUrl + (page.image ?? picture.src)

  return [
    ...named({
      description,
      keywords: [...new Set(keywords)].join(', '),
      author,
      robots: `${page.hidden ? 'noindex' : 'index'}, ${page.nofollow ? 'nofollow' : 'follow'}`,
    }),
    ...(url ? [{ tagName: 'link', rel: 'canonical', href: url }] : []),
    ...(path && !page.hidden ? alternatesOf(path) : []).map(({ hrefLang, path }) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang,
      href: publicUrl + path,
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
    ...named({
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': image,
    }),
    {
      'script:ld+json': structuredData(
        { ...page, type, description, author, url, image },
        publicUrl,
      ),
    },
  ]
}

/**
 * A page's addresses in every language, as search engines want to know them, the English one for
 * everybody else; none where there is only one language. `path` may be in any.
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

function named(all: Record<string, string>): MetaDescriptor[] {
  return Object.entries(all).map(([name, content]) => ({ name, content }))
}

function properties(all: Record<string, string | undefined>): MetaDescriptor[] {
  return Object.entries(all).flatMap(([property, content]) =>
    content ? [{ property, content }] : [],
  )
}
