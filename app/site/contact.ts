import { createContext, use } from 'react'
import type { PageTexts } from '../../contract/content/public-items.ts'

export type Contact = PageTexts<'contact'>

export const ContactContext = createContext<Contact | undefined>(undefined)

/** The contact details, on every public page. */
export function useContact() {
  const contact = use(ContactContext)
  if (!contact) throw new Error('This is no public page')
  return contact
}

/** The profiles of the foundation on other sites, in the order of the footer. */
export function profilesOf({ facebook, x, instagram, linkedin, youtube }: Contact) {
  const all = [
    { name: 'Facebook', href: facebook },
    { name: 'X', href: x },
    { name: 'Instagram', href: instagram },
    { name: 'LinkedIn', href: linkedin },
    { name: 'YouTube', href: youtube },
  ]
  return all.flatMap(({ name, href }) => (href === null ? [] : [{ name, href }]))
}
