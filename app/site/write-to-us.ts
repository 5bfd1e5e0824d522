import { site } from '../../content/site.ts'

/** `mailto:` link to the foundation. */
export function writeToUs(subject: string) {
  return `mailto:${site.email}?subject=${encodeURIComponent(subject)}`
}
