import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Few files instead of many small ones: they compress better together and are asked for at once. */
const chunks = [
  {
    name: 'react',
    priority: 3,
    test: /node_modules\/(react|react-dom|react-router|scheduler)\/|vite\/preload-helper|\/content\/site|\/contract\/languages|\/app\/(public\/metadata|lib\/(language|server-context|use-hydrated))/,
  },
  // What the application form loads when somebody begins to fill it in.
  {
    name: 'contract',
    priority: 1,
    test: /node_modules\/zod\/|\/contract\/(application-form|attachment|consent|course|department|endpoint|errors|fields|import|institution)\.ts|\/app\/(api\/(call|retry)|forms\/form-lists)/,
  },
  {
    name: 'forms',
    priority: 2,
    test: /node_modules\/(clsx|class-variance-authority)\/|\/contract\/(values|consent-wordings)|\/app\/(forms\/(?!sign-in|password|form-lists)|keeping\/start|public\/consent|lib\/(cn|receipt|today|track))|\/app\/ui\/(alert|button|checkbox|field|input|spinner)\./,
  },
]

/** Modules that do nothing but define things: what the browser does not use of them stays out. */
const pure = [{ test: /\/(app\/(public|forms|ui)|content|contract)\//, sideEffects: false }]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), tidySonner()],
  // PUBLIC_URL is the one setting that pages are built with (canonical addresses).
  envPrefix: ['VITE_', 'PUBLIC_URL'],
  worker: { format: 'es' },
  build: { modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake: { moduleSideEffects: pure },
          output: { codeSplitting: { groups: chunks } },
        },
      },
    },
  },
})

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
