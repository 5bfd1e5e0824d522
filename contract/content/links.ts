import { isWebAddress } from '../fields.ts'
import { isSafeAddress } from './text.ts'

/** Whether a path is a page of this site. */
export type IsSitePath = (path: string) => boolean

/** Whether a link may be published: https, mailto, tel, or an existing page of this site. */
export function isAllowedLink(href: string, isSitePath: IsSitePath) {
  if (!isSafeAddress(href)) return false
  if (href.startsWith('/')) return isSitePath(href.replace(/[?#].*$/s, ''))
  const [scheme = '', rest = ''] = href.split(/:(.*)/s)
  switch (scheme.toLowerCase()) {
    case 'mailto':
      return /^[^\s@"<>]+@[^\s@"<>?]+(\?[^\s"<>]*)?$/.test(rest)
    case 'tel':
      return /^\+?[\d-]{3,20}$/.test(rest)
    default:
      return isWebAddress(href)
  }
}
