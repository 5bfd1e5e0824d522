import { resolve } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { createServer, isRunnableDevEnvironment } from 'vite'

import type { AppContext } from './routes/context.ts'
import type { PageBuild, PageModule, PageRenderer } from './routes/page-build.ts'
import { openPages, type Pages } from './routes/pages.ts'
import { start } from './start.ts'

// The server of `npm run dev` (bin/dev.js). Only its pages differ from production: Vite compiles
// them on request, and nothing is cached. The build does not contain this file.

function openDevPages(app: FastifyInstance, context: AppContext): Pages {
  const renderer = viteRenderer(app, [context.settings.DATA_DIR, 'build', 'data'])
  const build: PageBuild = Object.assign(renderer, {
    files: new Map(),
    templates: new Map(),
  })
  return { ...openPages(build, context, app.log), shared: noSharedPages }
}

/** Every page is rendered for its visitor, so there is nothing to cache or to measure. */
const noSharedPages: Pages['shared'] = {
  formPaths: [],
  find: async () => undefined,
  checkSize: async () => undefined,
}

/** Renders pages from their sources. Each request for a page reads the newest modules. */
function viteRenderer(app: FastifyInstance, unwatched: string[]): PageRenderer {
  // Not awaited here: after a restart, the API and probes answer while Vite starts.
  const starting = createServer({
    clearScreen: false,
    server: {
      middlewareMode: true,
      hmr: { server: app.server },
      watch: { ignored: unwatched.map((folder) => resolve(folder, '**')) },
    },
    optimizeDeps: {
      entries: ['app/entry.{client,application-form}.tsx', 'app/{admin,routes}/**/*.tsx'],
    },
  })
  let build: ServerBuild
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/(api\/|(healthz|readyz|metrics)$)/.test(request.url)) return
    const { middlewares, environments } = await starting
    // Never continues if Vite has answered.
    await new Promise<void>((next) => middlewares(request.raw, reply.raw, () => next()))
    if (!isRunnableDevEnvironment(environments.ssr)) throw new Error('Vite cannot run the pages')
    build = await environments.ssr.runner.import('virtual:react-router/server-build')
  })
  allowViteStyles(app)
  app.addHook('preClose', async () => (await starting).close())
  return {
    get module() {
      return build.entry.module as unknown as PageModule
    },
    get render() {
      return withDevScript(createRequestHandler(build, 'development'))
    },
  }
}

/** Loosens the Content-Security-Policy for style elements, WebSocket and worker of Vite's client. */
function allowViteStyles(app: FastifyInstance) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Only rendered pages have a policy here. Later, others get the usual one.
    const policy = reply.getHeader('content-security-policy')
    if (policy) {
      const loose = String(policy)
        .replace(/style-src[^;]*/, "style-src 'self' 'unsafe-inline'")
        .replace('worker-src', "connect-src 'self' ws:; worker-src blob:")
      reply.header('content-security-policy', loose)
    }
    done()
  })
}

/** Adds app/entry.dev.ts to each page. Removes a nonce that React would miss in the browser. */
function withDevScript(render: PageRenderer['render']): PageRenderer['render'] {
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

await start(openDevPages)
