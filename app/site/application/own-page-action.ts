/**
 * The `action` of a form that posts to its own page. It is another URL than the page's: when a POST to the same URL
 * fails, Chromium's error page takes the place of the page in the history, with its answers.
 */
export const ownPageAction = '?'
