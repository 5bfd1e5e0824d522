import type { Contact } from './contact.ts'

/** `mailto:` link to the foundation. */
export function writeToUs({ email }: Contact, subject: string) {
  return `mailto:${email}?subject=${encodeURIComponent(subject)}`
}
