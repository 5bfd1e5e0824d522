import { isDecodable } from './services/sms/sms-settings.ts'

/**
 * The mistake in a URL with a user and password, such as `smtp://user:secret@host`; undefined if
 * there is none. A `/`, `#` or `?` in the password ends the host early, and would otherwise be
 * reported as "Invalid URL".
 */
export function accountUrlProblem(value: string) {
  const url = URL.parse(value)
  const account = /^\w+:\/\/([^]*)@/.exec(value)?.[1] ?? ''
  const cut = /[/#?]/.exec(account)?.[0]
  const isCut = !url || url.hash !== '' || `${url.pathname}${url.search}`.includes('@')
  if (cut && isCut) return `has a ${cut} in its user or password: write ${encoded(cut)}`
  if (!url) return 'is not a URL: percent-encode the user and password'
  if (url.hash !== '') return `has a # after the host: write ${encoded('#')}`
  if (![url.username, url.password].every(isDecodable)) {
    return `has a % in its user or password that is no percent-encoding: write ${encoded('%')}`
  }
  return url.hostname === '' ? 'names no host' : undefined
}

function encoded(character: string) {
  return `%${character.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')}`
}
