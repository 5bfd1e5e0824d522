import type { Config } from '@react-router/dev/config'
import { precompress } from './app/precompress.ts'
import { notFoundPath, staticPaths } from './content/paths.ts'

export default {
  ssr: true,
  prerender: [...staticPaths, notFoundPath],
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
  buildEnd: () => precompress('build/client'),
} satisfies Config
