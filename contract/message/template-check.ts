import type { Language } from '../language/languages.ts'
import { notShown } from '../tidy-text.ts'
import { countParts, isGsm, toGsm } from './gsm.ts'
import type { MessageKind } from './message.ts'
import {
  type Placeholder,
  placeholdersIn,
  requiredIn,
  templateParts,
  type TemplatePart,
  wholeParagraphs,
} from './placeholders.ts'
import { longestSms, type SmsSender } from './sms.ts'

/** The texts of one message. */
export interface TemplateText {
  subject: string
  /** Paragraphs, with empty lines between them. */
  body: string
  /** Null if the message is never sent as an SMS. */
  sms: string | null
}

/** What the check of a text needs. */
export interface TemplateRules {
  kind: MessageKind
  language: Language
  /** Our own text of this message. */
  ours: TemplateText
  sender: SmsSender
}

type TemplateProblems = Partial<Record<TemplatePart, string>>

/** Maximum lengths, without those of values in place of placeholders. */
export const longestSubject = 150
export const longestBody = 5000

/** The most parts of an SMS to many. */
const mostWrittenParts = 3

/** What keeps a text from being sent, at most one sentence for each part. */
export function findTemplateProblems(text: TemplateText, rules: TemplateRules): TemplateProblems {
  const problems: TemplateProblems = {}
  for (const part of templateParts) {
    const problem = problemOf(part, text[part] ?? '', rules)
    if (problem !== undefined) problems[part] = problem
  }
  return problems
}

function problemOf(part: TemplatePart, text: string, rules: TemplateRules) {
  if (part === 'sms' && rules.ours.sms === null) return text ? 'There is no such SMS' : undefined
  return (
    problemOfCharacters(part, text) ??
    problemOfPlaceholders(part, text, rules.kind) ??
    (part === 'sms' ? problemOfSms(text, rules) : undefined)
  )
}

const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/
const tag = /<[/!?]?[a-z][^>]*>|<!--/i
/** An address that is not http or https. */
const otherAddress =
  /\b(?!https?:)[a-z][a-z\d+.-]*:\/\/\S*|\b(?:javascript|vbscript|data|file|blob|about):\S+/i

function problemOfCharacters(part: TemplatePart, text: string) {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'Required'
  if (part !== 'body' && lineBreak.test(text)) return 'Write one line, without line breaks'
  if (notShown.test(text)) return 'Remove the characters that cannot be shown'
  if (part === 'subject' && text.length > longestSubject) {
    return `Use at most ${longestSubject} characters: this has ${text.length}`
  }
  if (part === 'body' && text.length > longestBody) {
    return `Use at most ${longestBody.toLocaleString('en')} characters: this has ${text.length.toLocaleString('en')}`
  }
  const [html] = tag.exec(text) ?? []
  if (html) return `Write plain text: people would read ${short(html)} as it is`
  const [address] = otherAddress.exec(text) ?? []
  if (address) return `${short(address)} is no link: use one that begins with https://`
  return undefined
}

const placeholder = /\{(\w+)\}/g

function problemOfPlaceholders(part: TemplatePart, text: string, kind: MessageKind) {
  const allowed: readonly string[] = placeholdersIn(kind, part)
  const used = Array.from(text.matchAll(placeholder), ([, name = '']) => name)
  const unknown = used.find((name) => !allowed.includes(name))
  const choice = allowed.length > 0 ? `Use only ${allowed.map(braced).join(', ')}` : ''
  if (unknown !== undefined) {
    return `${short(braced(unknown))} cannot be filled in here. ${choice}`.trim()
  }
  const brace = /.{0,10}[{}].{0,10}/.exec(text.replaceAll(placeholder, ''))
  if (brace) return `A curly bracket stands alone near “${brace[0].trim()}”. ${choice}`.trim()
  const missing = requiredIn(kind, part).find((name) => !used.includes(name))
  if (missing !== undefined) return `${braced(missing)} is missing: ${whyNeeded(missing)}`
  const inside = wholeParagraphs.find((name) =>
    paragraphsOf(text).some((one) => one.includes(braced(name)) && one !== braced(name)),
  )
  return inside === undefined
    ? undefined
    : `${braced(inside)} needs a paragraph of its own: leave an empty line before and after it`
}

function problemOfSms(text: string, { kind, language, ours, sender }: TemplateRules) {
  const strange = Array.from(toGsm(text)).find((letter) => !isGsm(letter))
  if (strange !== undefined) {
    return `“${strange}” cannot be sent by SMS. Use letters, digits and usual signs`
  }
  const [longest, ourLongest] = [text, ours.sms ?? ''].map((one) =>
    longestSms(kind, language, one, sender),
  ) as [string, string]
  // With a long public address, our own text may need more than one part.
  const most = kind === 'written' ? mostWrittenParts : countParts(ourLongest)
  if (countParts(longest) <= most) return undefined
  const room = most === 1 ? 160 : most * 153
  const tooMany = Math.max(1, longest.length - room)
  return `Too long by ${tooMany}: with the longest name and link, an SMS has room for ${room} characters`
}

export function paragraphsOf(body: string) {
  return body.split(/\n{2,}/)
}

function whyNeeded(name: Placeholder) {
  switch (name) {
    case 'link':
      return 'people need it to go on'
    case 'answer_by':
      return 'people must know until when they can answer'
    case 'reference':
      return 'people need it to find their application again'
    case 'reason':
      return 'people must read why'
    default:
      return 'what you write to this person stands there'
  }
}

const braced = (name: string) => `{${name}}`

function short(text: string) {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text
}
