import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Modules that do nothing but define things: what the browser does not use of them stays out. */
const pure = [{ test: /\/(app\/(site|forms|ui)|content|contract)\//, sideEffects: false }]

/**
 * Packages that look for files beside their own; and one that is loaded long after the start, when
 * another build may have taken the place of the one that runs.
 */
const unbundled = ['@node-rs/argon2', '@fastify/swagger-ui', 'nodemailer']

/** What the public pages' scripts must run in (docs/decisions/0017). */
const browsers = ['chrome99', 'safari15.4', 'firefox100']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), tidySonner(), serverInOne()],
  // PUBLIC_URL is the one setting that pages are built with (canonical addresses).
  envPrefix: ['VITE_', 'PUBLIC_URL'],
  worker: { format: 'es', rolldownOptions: { treeshake: { moduleSideEffects: pure } } },
  build: { modulePreload: { polyfill: false } },
  environments: {
    // Of all that libraries have, the server, too, loads only what is used.
    ssr: {
      ...(command === 'build' && { resolve: { noExternal: true, external: unbundled } }),
      build: {
        minify: false,
        rolldownOptions: {
          output: {
            // What stays in memory is small, but names are left, which a stack trace tells.
            minify: { compress: true, codegen: true, mangle: false },
            // Node keeps a text in twice the memory for one letter that is not ASCII.
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

/** Puts the server's sources, and what they need, beside the pages that it renders, as `run.js`. */
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
