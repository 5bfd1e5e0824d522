/** The path of a URL without slashes at its end. A regular expression would take quadratic time. */
export function pathOf(url: string) {
  const query = url.indexOf('?')
  let end = query < 0 ? url.length : query
  while (end > 1 && url[end - 1] === '/') end--
  return url.slice(0, end)
}

/** The query of a URL, with the question mark. */
export function queryOf(url: string) {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

/** Paths that a URL parser would change: `//host/`, dot segments and backslashes. */
const ambiguous = /^(?:\/\/|[^?]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?]|$)))/i

/**
 * The URL with one slash in place of several at its start; undefined if it has one, or if a browser might
 * still read it as the address of another host.
 */
export function withOneSlash(url: string) {
  const [, rest] = /^\/{2,}((?:[\w-]\S*)?)$/.exec(url) ?? []
  return rest === undefined || isAmbiguous(`/${rest}`) ? undefined : `/${rest}`
}

/** Whether a URL parser would read a part of the path as a host, or as a step up. */
export function isAmbiguous(url: string) {
  return ambiguous.test(url)
}
