import { attachmentProgram } from '../../../content/attachment-program.ts'
import { staticPaths } from '../../../content/paths.ts'
import { homeOf } from '../../public/metadata.ts'
import type { Route } from './+types/sitemap.ts'

export function loader({ request }: Route.LoaderArgs) {
  const home = homeOf(request)
  const urls = [...staticPaths, attachmentProgram.applyPath].map(
    (path) => `<url><loc>${home}${path}</loc></url>\n`,
  )
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}
