// `npm run dev` adds this script to each page. The build does not contain it.

// @ts-expect-error -- a module that React Router's Vite plugin makes
import 'virtual:react-router/inject-hmr-runtime'

// A hot replacement asks the router for new data first. Pages without a router have none.
Object.assign(globalThis, { __reactRouterDataRouter: { revalidate: () => {} } })

// Pages without React show a change only when they are loaded again. This event is sent just before the
// server drops its old modules.
import.meta.hot?.on('react-router:hmr', () => {
  const hasReact = '__reactRouterContext' in globalThis || document.querySelector('[data-props]')
  if (!hasReact) setTimeout(() => location.reload(), 100)
})
