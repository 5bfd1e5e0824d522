import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Modules that do nothing but define things: what the browser does not use of them stays out. */
const pure = [{ test: /\/(app\/(public|forms|ui)|content|contract)\//, sideEffects: false }]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), tidySonner()],
  // PUBLIC_URL is the one setting that pages are built with (canonical addresses).
  envPrefix: ['VITE_', 'PUBLIC_URL'],
  worker: { format: 'es', rolldownOptions: { treeshake: { moduleSideEffects: pure } } },
  build: { modulePreload: { polyfill: false } },
  environments: {
    // Of all icons and controls the server, too, loads only those that pages use.
    ssr: {
      ...(command === 'build' && { resolve: { noExternal: true } }),
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    },
    client: {
      build: {
        rolldownOptions: {
          treeshake: { moduleSideEffects: pure },
        },
      },
    },
  },
}))

/** Sonner puts a style element into the page as it loads, which a strict Content-Security-Policy refuses: app/ui/toaster.tsx imports the same rules as a file. */
function tidySonner(): Plugin {
  return {
    name: 'tidy-sonner',
    transform: {
      filter: { id: /sonner\/dist\/index\.m?js/ },
      handler: (code) => code.replace(/^__insertCSS\("[^]*?"\);?$/m, ''),
    },
  }
}
