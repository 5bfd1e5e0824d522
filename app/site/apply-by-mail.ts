import { site } from '../../content/site.ts'

/** `mailto:` link to the HR address, to apply for a job or a consultancy. */
export function applyByMail(title: string) {
  return `mailto:${site.hrEmail}?subject=${encodeURIComponent(`Application - ${title}`)}`
}
