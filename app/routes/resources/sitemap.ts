import type { LoaderFunctionArgs } from 'react-router'
import { publicPathsWith } from '../../../content/paths.ts'
import { publicUrlPlaceholder as publicUrl } from '../../../contract/constants.ts'
import { readContent } from '../../page-context.ts'
import { alternatesOf } from '../../site/frame/metadata.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { jobs, consultancies } = await readContent(context)
  const slugs = {
    jobs: jobs.map(({ slug }) => slug),
    consultancies: consultancies.map(({ slug }) => slug),
  }
  const urls = publicPathsWith(slugs).map(
    (path) => `<url><loc>${publicUrl}${path}</loc>${alternates(path)}</url>\n`,
  )
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('')}</urlset>
`
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}

function alternates(path: string) {
  return alternatesOf(path)
    .map(
      ({ hrefLang, path: translated }) =>
        `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${publicUrl}${translated}"/>`,
    )
    .join('')
}
