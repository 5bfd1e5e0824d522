import { createContext, use } from 'react'
import type { RouterContext, RouterContextProvider } from 'react-router'

/** The request's router context during server rendering. */
export const ServerContext = createContext<Readonly<RouterContextProvider> | undefined>(undefined)

/**
 * A value that a loader set for server rendering only; undefined in the browser. Long lists are in
 * the HTML already and need no second copy as loader data.
 */
export function useOnServer<T>(context: RouterContext<T>) {
  return use(ServerContext)?.get(context)
}
