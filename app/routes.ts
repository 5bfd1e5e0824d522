import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('public/layout.tsx', [
    index('routes/home.tsx'),
    route('industrial-attachment', 'routes/attachment-program.tsx'),
    route('industrial-attachment/apply', 'routes/attachment-apply.tsx'),
    route('industrial-attachment/success', 'routes/attachment-success.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('login', 'routes/login.tsx'),
  route('admin', 'admin/layout.tsx', [
    index('routes/admin/dashboard.tsx'),
    route('industrial-attachments', 'routes/admin/attachments.tsx'),
  ]),
] satisfies RouteConfig
