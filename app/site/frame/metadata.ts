import type { MetaArgs, MetaDescriptor } from 'react-router'
import { pictureOf, sharing, socialPictureSize } from '../../../content/sharing.ts'
import { site } from '../../../content/site.ts'
import {
  type Language,
  languages,
  locales,
  pathIn,
  translatedPaths,
} from '../../../contract/language/languages.ts'
import { plainText } from '../../../contract/content/text.ts'
import { publicUrlPlaceholder as publicUrl } from '../../../contract/constants.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import { i18nOf } from '../../lib/language.tsx'
import type { Contact } from '../contact.ts'
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
  type?: 'website' | 'article'
  /** Date in ISO 8601 format. */
  published?: string
  section?: string
  tags?: string[]
  /** True to exclude the page from search engines. */
  hidden?: boolean
  job?: JobOffer
  /** The contact details in the structured data of the home page. */
  contact?: Contact
}

/**
 * Return value of a page's `meta` function. The browser changes only the title: search engines read
 * the server's HTML. The server replaces the placeholder in each URL by the public URL.
 */
export function metadata(page: PageMetadata): MetaDescriptor[] {
  const title = page.title === site.name ? site.name : `${page.title} | ${site.name}`
  return import.meta.env.SSR ? [{ title }, ...allOf(page, title)] : [{ title }]
}

/** Metadata of a page with texts that staff edit. Without them, the page shows an error. */
export function metadataOfTexts(
  loaderData: { texts: { title: string; lead: string } } | undefined,
  page: Omit<PageMetadata, 'title' | 'description'>,
) {
  if (!loaderData) return metadata({ title: site.name, ...page })
  const { title, lead } = loaderData.texts
  return metadata({ title, description: plainText(lead), ...page })
}

interface TranslatedPage extends Pick<PageMetadata, 'path' | 'hidden'> {
  title: PageSentence
  description?: PageSentence
}

/** The `meta` function of a page that exists in each language. */
export function translatedMetadata({ title, description, ...page }: TranslatedPage) {
  return ({ matches }: Pick<MetaArgs, 'matches'>) => {
    const { tServer, language } = i18nOf(matches)
    const translated = tServer(description ?? site.description)
    return metadata({ ...page, title: tServer(title), description: translated, language })
  }
}

function allOf(page: PageMetadata, title: string): MetaDescriptor[] {
  const { path, language = 'en', type = 'website', tags = [] } = page
  const description = page.description ?? site.description
  const keywords = [...(page.keywords ?? []), ...tags, ...sharing.keywords]
  const url = publicUrl + pathIn(language, path)
  const picture = pictureOf(path)
  const image = publicUrl + picture.src

  return [
    ...metaTags({
      description,
      keywords: [...new Set(keywords)].join(', '),
      author: site.name,
      robots: `${page.hidden ? 'noindex' : 'index'}, follow`,
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
      'og:image:alt': language === 'en' ? picture.alt : title,
    }),
    ...(type === 'article' ? article(page) : []),
    ...metaTags({
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': image,
    }),
    { 'script:ld+json': structuredData({ ...page, type, description, url, image }) },
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

function article({ published, section, tags = [] }: PageMetadata) {
  return [
    ...properties({
      'article:author': site.name,
      'article:published_time': published,
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
