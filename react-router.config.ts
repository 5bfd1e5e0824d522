import type { Config } from '@react-router/dev/config'
import { loadEnv } from 'vite'
import { buildWorker } from './app/offline/build-service-worker.ts'
import { precompress } from './app/precompress.ts'
import { dropUnusedStyles } from './app/purge-css.ts'
import { staticPaths } from './content/paths.ts'

/** They hold whole addresses: without PUBLIC_URL the server answers them as it is asked. */
const withAddresses = ['/robots.txt', '/sitemap.xml']
const { PUBLIC_URL } = loadEnv('production', '.', 'PUBLIC_URL')

export default {
  ssr: true,
  prerender: [...staticPaths, '/site.webmanifest', ...(PUBLIC_URL ? withAddresses : [])],
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
  buildEnd: async () => {
    await dropUnusedStyles('build/client')
    await buildWorker('build/client')
    await precompress('build/client')
  },
} satisfies Config
