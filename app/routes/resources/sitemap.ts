import { publicPaths } from '../../../content/paths.ts'
import { alternatesOf, homeOf } from '../../site/frame/metadata.ts'
import type { Route } from './+types/sitemap.ts'

export function loader({ request }: Route.LoaderArgs) {
  const home = homeOf(request)
  const urls = publicPaths.map(
    (path) => `<url><loc>${home}${path}</loc>${alternates(home, path)}</url>\n`,
  )
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('')}</urlset>
`
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}

function alternates(home: string, path: string) {
  return alternatesOf(path)
    .map(
      ({ hrefLang, path }) =>
        `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${home}${path}"/>`,
    )
    .join('')
}
