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

export interface LegalPage extends LegalText {
  path: string
  contents: string
}

export const terms = legalPage('/terms', texts.terms)
export const privacy = legalPage('/privacy', texts.privacy)

/** Creates a legal page. Replaces `{foundation}`, `{email}` and `{phone}` in its paragraphs. */
function legalPage(path: string, { sections, ...text }: LegalText): LegalPage {
  const filled = sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) =>
      typeof block === 'string' ? withContacts(block) : block,
    ),
  }))
  return { ...text, path, contents: 'On this page', sections: filled }
}

function withContacts(paragraph: string) {
  return paragraph
    .replaceAll('{foundation}', [site.name, ...site.address].join(', '))
    .replaceAll('{email}', site.email)
    .replaceAll('{phone}', site.phone.shown)
}
