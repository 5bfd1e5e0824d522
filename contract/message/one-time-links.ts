import { documentLinkPath } from '../document/documents.ts'
import { questionsLinkPath } from '../intake/intake-questions.ts'
import type { Language } from '../language/languages.ts'
import type { MessageKind } from './message.ts'
import { shortDocumentPath, shortQuestionsPath } from './short-links.ts'

/** The paths of a link that works once. SMS have the short one. */
interface OneTimeLink {
  path: (language: Language, token: string) => string
  shortPath: (language: Language, token: string) => string
}

const links: Partial<Record<MessageKind, OneTimeLink>> = {
  document_requested: { path: documentLinkPath, shortPath: shortDocumentPath },
  answers_requested: { path: questionsLinkPath, shortPath: shortQuestionsPath },
}

/** The link of a kind of message that works once; undefined if its link is that of the status page. */
export function oneTimeLinkOf(kind: MessageKind) {
  return links[kind]
}
