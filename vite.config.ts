import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Modules without side effects, for tree shaking. */
const pure = [{ test: /\/(app\/(site|forms|ui)|content|contract)\//, sideEffects: false }]

/**
 * Packages that stay outside the bundle: two read files of their own folders, and nodemailer is loaded
 * long after the start, when a new build may have replaced the running one.
 */
const unbundled = ['@node-rs/argon2', '@fastify/swagger-ui', 'nodemailer']

/** Minimum browsers of the public pages (docs/decisions/0017). */
const browsers = ['chrome99', 'safari15.4', 'firefox100']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), tidySonner(), serverInOne()],
  // PUBLIC_URL is the only setting of the build, for canonical URLs.
  envPrefix: ['VITE_', 'PUBLIC_URL'],
  worker: { format: 'es', rolldownOptions: { treeshake: { moduleSideEffects: pure } } },
  build: { modulePreload: { polyfill: false } },
  environments: {
    // The server is bundled, too, so that it loads only the used parts of libraries.
    ssr: {
      ...(command === 'build' && { resolve: { noExternal: true, external: unbundled } }),
      build: {
        minify: false,
        rolldownOptions: {
          output: {
            // Less memory, with names for stack traces.
            minify: { compress: true, codegen: true, mangle: false },
            // V8 stores a text with any letter beyond Latin-1 in twice the memory.
            charset: 'ascii',
            comments: false,
          },
        },
      },
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    },
    client: {
      build: {
        target: browsers,
        rolldownOptions: {
          treeshake: { moduleSideEffects: pure },
        },
      },
    },
  },
}))

/** Removes the style element that Sonner adds on load, which our Content-Security-Policy blocks; app/ui/toaster.tsx imports the same rules as a file. */
function tidySonner(): Plugin {
  return {
    name: 'tidy-sonner',
    transform: {
      filter: { id: /sonner\/dist\/index\.m?js/ },
      handler: (code) => code.replace(/^__insertCSS\("[^]*?"\);?$/m, ''),
    },
  }
}

/** Bundles the server with its dependencies as `run.js`, beside the pages that it renders. */
function serverInOne(): Plugin {
  return {
    name: 'server-in-one',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'server/start.ts', fileName: 'run.js' })
    },
  }
}
