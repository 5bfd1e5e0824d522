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
