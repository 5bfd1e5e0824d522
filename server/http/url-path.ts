/**
 * The path of an address, without slashes at its end. By hand: a pattern takes quadratic time where
 * there are many slashes.
 */
export function pathOf(url: string) {
  const query = url.indexOf('?')
  let end = query < 0 ? url.length : query
  while (end > 1 && url[end - 1] === '/') end--
  return url.slice(0, end)
}

/** Its query, with the question mark. */
export function queryOf(url: string) {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}
