import type { Config } from '@react-router/dev/config'
import { loadEnv } from 'vite'
import { buildWorker } from './app/offline/build-service-worker.ts'
import { precompress } from './app/precompress.ts'
import { dropUnusedStyles } from './app/purge-css.ts'
import { staticPaths } from './content/paths.ts'

/** Files that contain absolute URLs. Without PUBLIC_URL the server renders them on request. */
const withAbsoluteUrls = ['/robots.txt', '/sitemap.xml']
const { PUBLIC_URL } = loadEnv('production', '.', 'PUBLIC_URL')

export default {
  ssr: true,
  prerender: [...staticPaths, '/site.webmanifest', ...(PUBLIC_URL ? withAbsoluteUrls : [])],
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
  buildEnd: async () => {
    await dropUnusedStyles('build/client')
    await buildWorker('build/client')
    await precompress('build/client')
  },
} satisfies Config
