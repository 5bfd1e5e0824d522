import { createContext, use } from 'react'
import type { RouterContext, RouterContextProvider } from 'react-router'

/** The router's context of the request, while its page is rendered on the server. */
export const ServerContext = createContext<Readonly<RouterContextProvider> | undefined>(undefined)

/**
 * What a loader left in the router's context for the page's rendering on the server alone: long
 * lists that are in the HTML already and need not travel again as the loader's data. Undefined in
 * the browser.
 */
export function useOnServer<T>(context: RouterContext<T>) {
  return use(ServerContext)?.get(context)
}
