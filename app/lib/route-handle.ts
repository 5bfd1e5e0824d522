import type { ComponentType } from 'react'

/** A route's exported `handle`. */
interface RouteHandle {
  /** True if the route needs React in the browser. */
  hydrate?: true
  /** True if the page uses the form's styles instead of the public pages' styles. */
  form?: true
  /** True if the page must be small: only browsers with scripts load the display typeface. */
  lean?: true
  /** True if the page has no script. */
  scriptless?: true
  notifications?: ComponentType
}

export function handleOf({ handle }: { handle?: unknown }): RouteHandle {
  return Object(handle)
}

/** Whether a page must be small: those of the application path. */
export function isLean(matches: { handle?: unknown }[]) {
  return matches.map(handleOf).some(({ form, lean }) => form || lean)
}
