import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { type Language, pathIn } from '../contract/language/languages.ts'
import { screens } from './admin/screens.ts'

/** Pages of the application path. Each language has the same modules at other URLs. */
function applicationPath(language: Language) {
  const page = (path: string, name: string) =>
    route(pathIn(language, path).slice(1), `routes/${name}.tsx`, { id: `${language}/${name}` })
  return [
    page('/industrial-attachment', 'attachment-program'),
    page('/industrial-attachment/apply', 'application-apply'),
    page('/industrial-attachment/success', 'application-success'),
    page('/industrial-attachment/status', 'application-status'),
    page('/industrial-attachment/status/copy', 'resources/own-answers'),
    page('/industrial-attachment/document', 'document-request'),
    page('/industrial-attachment/questions/:token?', 'question-request'),
    page('/industrial-attachment/notify', 'intake-alert'),
    page('/verify/:code?', 'verify-letter'),
  ]
}

export default [
  layout('site/frame/layout.tsx', [
    index('routes/home.tsx'),
    route('about', 'routes/about.tsx'),
    route('programs', 'routes/programs.tsx'),
    route('programs/case-management', 'routes/case-management.tsx'),
    route('programs/tourism-innovation-lab', 'routes/tourism-innovation-lab.tsx'),
    route('programs/campus-ambassador', 'routes/campus-ambassador.tsx'),
    route('programs/swahili-tech-women', 'routes/swahili-tech-women.tsx'),
    route('programs/employer-engagement', 'routes/employer-engagement.tsx'),
    route('department/:slug', 'routes/department.tsx'),
    route('contact', 'routes/contact.tsx'),
    route('impact', 'routes/impact.tsx'),
    route('donate', 'routes/donate.tsx'),
    route('events', 'routes/events.tsx'),
    route('careers', 'routes/careers.tsx'),
    route('career/:jobId', 'routes/job.tsx'),
    route('terms-of-reference', 'routes/consultancies.tsx'),
    route('terms-of-reference/vijana-2-thrive', 'routes/vijana-2-thrive.tsx'),
    route('terms-of-reference/:slug', 'routes/consultancy.tsx'),
    route('terms', 'routes/legal.tsx', { id: 'terms' }),
    route('privacy', 'routes/legal.tsx', { id: 'privacy' }),
    route('team', 'routes/team.tsx'),
    ...applicationPath('en'),
    route('*', 'routes/not-found.tsx'),
  ]),
  layout('site/frame/kiswahili-layout.tsx', [
    ...applicationPath('sw'),
    route('sw/*', 'routes/not-found.tsx', { id: 'sw/not-found' }),
  ]),
  route('login', 'routes/login.tsx'),
  route('set-password', 'routes/set-password.tsx'),
  route('admin', 'admin/layout.tsx', [
    ...screens.map(({ path, module }) => {
      const file = `routes/admin/${module}.tsx`
      return path ? route(path, file) : index(file)
    }),
    route('intakes/:_id/report', 'routes/admin/intake-report.tsx'),
    route('intakes/:_id/questions', 'routes/admin/intake-questions.tsx'),
  ]),
  route('robots.txt', 'routes/resources/robots.ts'),
  route('sitemap.xml', 'routes/resources/sitemap.ts'),
  route('site.webmanifest', 'routes/resources/web-manifest.ts'),
] satisfies RouteConfig
