import type { Config } from '@react-router/dev/config'
import { notFoundPath, staticPaths } from './content/paths.ts'

export default {
  ssr: true,
  prerender: [...staticPaths, notFoundPath],
  routeDiscovery: { mode: 'initial' },
} satisfies Config
