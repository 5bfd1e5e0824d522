import type { Config } from '@react-router/dev/config'
import { buildWorker } from './app/offline/build-service-worker.ts'
import { precompress } from './app/precompress.ts'

export default {
  ssr: true,
  prerender: ['/site.webmanifest', '/robots.txt'],
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
  buildEnd: async () => {
    await buildWorker('build/client')
    await precompress('build/client')
  },
} satisfies Config
