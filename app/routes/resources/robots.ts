import { publicUrlPlaceholder } from '../../../contract/constants.ts'

export function loader() {
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api',
    'Disallow: /language',
    'Disallow: /login',
    'Disallow: /set-password',
    '',
    `Sitemap: ${publicUrlPlaceholder}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}
