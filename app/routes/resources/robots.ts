import { homeOf } from '../../site/frame/metadata.ts'
import type { Route } from './+types/robots.ts'

export function loader({ request }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api',
    'Disallow: /language',
    'Disallow: /login',
    'Disallow: /set-password',
    '',
    `Sitemap: ${homeOf(request)}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}
