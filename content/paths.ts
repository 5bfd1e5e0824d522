/** The public pages that are written to HTML at build time. */
export const staticPaths = ['/', '/industrial-attachment']

/** Written too: what the server sends, with status 404, for a path that nobody knows. */
export const notFoundPath = '/404'
