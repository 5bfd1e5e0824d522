import { isStandardPaper, standardPapers } from '../../../contract/intake/paper-kinds.ts'
import { type ApplicationPaper, isToBeSent } from '../../../contract/intake/papers.ts'
import { translateMessage } from '../../../contract/language/kiswahili-server.ts'
import { fill, type Language, nameIn } from '../../../contract/language/languages.ts'
import type { MessageKind } from '../../../contract/message/message.ts'
import { dayInWords } from '../day-in-words.ts'
import { texts } from './email-templates.ts'

/** The words before the papers, of messages whose own text has none. */
const introductions = { offered: 'papersOfOffer', offer_confirmed: 'papers' } as const

/** Whether an e-mail of this kind names the papers that are missing. */
export function namesPapers(kind: MessageKind) {
  return kind in introductions || kind === 'paper_reminder' || kind === 'paper_late'
}

/** What a made-up applicant has to send. */
export const samplePapers: ApplicationPaper[] = [
  {
    purpose: 'introduction_letter',
    name: null,
    name_sw: null,
    state: 'missing',
    document: null,
    reason: null,
    validUntil: null,
    dueOn: '2026-08-24',
    losesPlace: false,
  },
]

/** The papers that the applicant has to send, one in each line; empty if there are none. */
export function papersInWords(language: Language, kind: MessageKind, all: ApplicationPaper[]) {
  const words = texts[language]
  const lines = all.flatMap((paper) => {
    const { purpose, name, name_sw, dueOn } = paper
    if (!isToBeSent(paper) || dueOn === null) return []
    const named = isStandardPaper(purpose)
      ? translateMessage(language, standardPapers[purpose])
      : nameIn(language, { name: name ?? '', name_sw })
    return fill(words.paper, { name: named, day: dayInWords(dueOn, language) })
  })
  if (lines.length === 0) return ''
  const papers = lines.join('\n')
  const isLosing = all.some((paper) => isToBeSent(paper) && paper.losesPlace)
  const isLate = kind === 'paper_late'
  const loss = isLosing ? (isLate ? words.losesPlaceSoon : words.losesPlace) : ''
  if (kind === 'offered' || kind === 'offer_confirmed') {
    return [fill(words[introductions[kind]], { papers }), loss].filter(Boolean).join('\n\n')
  }
  return `${papers}\n\n${loss || words.keepsPlace}`
}
