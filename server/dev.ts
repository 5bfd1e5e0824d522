import { resolve } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { createServer, isRunnableDevEnvironment } from 'vite'

import { pagesByUrl } from './http/pages-by-url.ts'
import type { PageModule, Render } from './routes/cacheable-render.ts'
import type { AppContext } from './routes/context.ts'
import type { PageSource } from './routes/pages.ts'
import { visitorPages } from './routes/visitor-pages.ts'
import { start } from './start.ts'

// The server of `npm run dev` (bin/dev.js). Only its pages differ from production: Vite compiles
// them on request, and nothing is cached. The build does not contain this file.

await start(vitePages)

async function vitePages(site: FastifyInstance, context: AppContext): Promise<PageSource> {
  const unwatched = [context.settings.DATA_DIR, 'build', 'data']
  // Not awaited here: after a restart, the API answers while Vite starts.
  const starting = createServer({
    clearScreen: false,
    server: {
      middlewareMode: true,
      hmr: { server: site.server },
      watch: { ignored: unwatched.map((folder) => resolve(folder, '**')) },
    },
    optimizeDeps: {
      entries: ['app/entry.{client,application-form}.tsx', 'app/{admin,routes}/**/*.tsx'],
    },
  })
  // Never continues if Vite has answered.
  site.addHook('onRequest', async (request, reply) => {
    const { middlewares } = await starting
    await new Promise<void>((next) => middlewares(request.raw, reply.raw, () => next()))
  })
  site.addHook('preClose', async () => (await starting).close())
  allowViteStyles(site)
  const sites = pagesByUrl([])
  return {
    sendPage: async (request, reply, url) => {
      const build = await importBuild()
      const pages = build.entry.module as unknown as PageModule
      const send = visitorPages(context, {
        render: withDevScript(createRequestHandler(build, 'development')),
        pages,
        sites,
        noticesIn: ({ notices }, language) => pages.renderNotices(notices, language),
      })
      return send(request, reply, url)
    },
    addRoutes: (app, renderPage) => app.get('/*', renderPage),
  }

  async function importBuild(): Promise<ServerBuild> {
    const { ssr } = (await starting).environments
    if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite cannot run the pages')
    return ssr.runner.import('virtual:react-router/server-build')
  }
}

/** Loosens the Content-Security-Policy for style elements, WebSocket and worker of Vite's client. */
function allowViteStyles(site: FastifyInstance) {
  site.addHook('onSend', (_request, reply, _payload, done) => {
    const policy = String(reply.getHeader('content-security-policy'))
      .replace(/style-src[^;]*/, "style-src 'self' 'unsafe-inline'")
      .replace('worker-src', "connect-src 'self' ws:; worker-src blob:")
    reply.header('content-security-policy', policy)
    done()
  })
}

/** Adds app/entry.dev.ts to each page. Removes a nonce that React would miss in the browser. */
function withDevScript(render: Render): Render {
  return async (request, provider) => {
    const response = await render(request, provider)
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response
    const html = await response.text()
    const page = html
      .replace('<head>', '<head><script type="module" src="/app/entry.dev.ts"></script>')
      .replace(/(?<=<link data-react-router-critical-css[^>]*) nonce="[^"]*"/, '')
    return new Response(page, response)
  }
}
