import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import packageJson from '#package' with { type: 'json' }
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Modules without side effects. The bundler may drop those whose exports are unused. */
const pure = [{ test: /\/(app\/(site|forms|ui)|content|contract)\//, sideEffects: false }]

/**
 * npm packages outside the server bundle. The first four read files in their own folders. nodemailer
 * is loaded long after the start, when a new build may have replaced the bundle.
 */
const unbundled = ['@node-rs/argon2', '@fastify/swagger-ui', 'sharp', 'pdfkit', 'nodemailer']

/** Oldest browsers that the public pages support (docs/decisions/0017). */
const browsers = ['chrome99', 'safari15.4', 'firefox100']

export default defineConfig(({ command }) => ({
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(packageJson.version) },
  plugins: [tailwindcss(), reactRouter(), tidySonner(), pdfDecoders(), serverInOne()],
  worker: { format: 'es', rolldownOptions: { treeshake: { moduleSideEffects: pure } } },
  build: { modulePreload: { polyfill: false } },
  environments: {
    // The bundle includes the libraries, so that the server loads only the parts that it uses.
    ssr: {
      ...(command === 'build' && { resolve: { noExternal: true, external: unbundled } }),
      build: {
        minify: false,
        rolldownOptions: {
          output: {
            // Shorter code uses less memory. Names stay, because stack traces show them.
            minify: { compress: true, codegen: true, mangle: false },
            // V8 needs twice the memory for a text with any character outside Latin-1.
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
          output: { codeSplitting: { groups: [backOffice] }, strictExecutionOrder: true },
        },
      },
    },
  },
}))

/**
 * Parts of the back office that the same screens use, of at least 8 KB where they can be merged: a screen
 * asks for half as many files. Merged parts may import each other, hence `strictExecutionOrder`. Pages of
 * the site load the same as without this.
 */
const backOffice = {
  name: 'shared',
  test: /\/(lucide-react|app\/admin)\//,
  entriesAware: true,
  entriesAwareMergeThreshold: 8_000,
  minShareCount: 2,
}

/**
 * Removes the style element that sonner adds to the page, because our Content-Security-Policy
 * blocks it. app/ui/toaster.tsx imports the same rules as a file.
 */
function tidySonner(): Plugin {
  return {
    name: 'tidy-sonner',
    transform: {
      filter: { id: /sonner\/dist\/index\.m?js/ },
      handler: (code) => code.replace(/^__insertCSS\("[^]*?"\);?$/m, ''),
    },
  }
}

/**
 * Adds the decoders of pdf.js for pictures of office scanners (JBIG2, JPEG 2000). pdf.js imports
 * them by their file names when a PDF needs one.
 */
function pdfDecoders(): Plugin {
  const folder = join(import.meta.dirname, 'node_modules/pdfjs-dist')
  return {
    name: 'pdf-decoders',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      for (const name of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']) {
        const source = readFileSync(join(folder, 'wasm', name))
        this.emitFile({ type: 'asset', fileName: `assets/pdfjs-${version}/${name}`, source })
      }
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
