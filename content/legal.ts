// The texts describe this software (server/database/tables.ts, server/services/cleanup.ts,
// server/http/request-log.ts): change both together. The retention periods for staff data are a
// proposal. A lawyer must check the pages before use.
import texts from './legal.json' with { type: 'json' }
import { site } from './site.ts'
import type { TextSection } from './types.ts'

interface LegalText {
  title: string
  lead: string
  sections: TextSection[]
}

interface LegalPage extends LegalText {
  path: string
  contents: string
}

export const terms = legalPage('/terms', texts.terms)
export const privacy = legalPage('/privacy', texts.privacy)

function legalPage(path: string, text: LegalText): LegalPage {
  return { ...text, path, contents: 'On this page' }
}

/** The contact details that the paragraphs name. */
interface Contact {
  address: readonly string[]
  email: string
  phone: string
}

/** Replaces `{foundation}`, `{email}` and `{phone}` in the paragraphs of a page. */
export function withContact(sections: readonly TextSection[], contact: Contact): TextSection[] {
  return sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) =>
      typeof block === 'string' ? fillIn(block, contact) : block,
    ),
  }))
}

function fillIn(paragraph: string, { address, email, phone }: Contact) {
  return paragraph
    .replaceAll('{foundation}', [site.name, ...address].join(', '))
    .replaceAll('{email}', email)
    .replaceAll('{phone}', phone)
}
