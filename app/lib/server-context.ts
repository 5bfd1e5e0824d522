import { createContext, use } from 'react'
import type { RouterContext, RouterContextProvider } from 'react-router'

/** The router context of the current request, during server rendering. */
export const ServerContext = createContext<Readonly<RouterContextProvider> | undefined>(undefined)

/**
 * A value that a loader set for server rendering only; undefined in the browser. It keeps long
 * lists out of the loader data, because the HTML already contains them.
 */
export function useOnServer<T>(context: RouterContext<T>) {
  return use(ServerContext)?.get(context)
}
