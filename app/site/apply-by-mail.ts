import { site } from '../../content/site.ts'

/** A mail to the HR address about a job or a consultancy. */
export function applyByMail(title: string) {
  return `mailto:${site.hrEmail}?subject=${encodeURIComponent(`Application - ${title}`)}`
}
