import { type MessageDeclaration, messageDeclarations, type MessageKind } from './message.ts'

/** The placeholders of message texts, such as `{reference}`, with their names for staff. */
export const placeholderLabels = {
  first_name: 'First name',
  reference: 'Reference ID',
  foundation: 'The foundation',
  department: 'Department',
  answer_by: 'Day to answer by',
  starts_on: 'First day',
  ends_on: 'Last day',
  reason: 'Reason of the decline',
  message: 'Your words to this person',
  document: 'The document',
  papers: 'Missing papers',
  link: 'Link',
} as const

export type Placeholder = keyof typeof placeholderLabels

/** Every kind of message that has a template may use them. */
const always = ['reference', 'foundation', 'department', 'link'] as const

/** People who get a message to many may have no offer, department or page. */
const inOneOff = ['first_name', 'reference'] as const

/** The texts of a message. */
export const templateParts = ['subject', 'body', 'sms'] as const

export type TemplatePart = (typeof templateParts)[number]

/** An SMS says nothing about the person but the first name. */
const inSms = new Set<Placeholder>(['answer_by', 'starts_on', 'link'])

/** They may be empty, or are longer than a line. The link may be one that works once. */
const inBodyOnly = new Set<Placeholder>(['reason', 'message', 'papers', 'link'])

/** They are whole paragraphs, which are left out if they are empty. */
export const wholeParagraphs = ['reason', 'message', 'papers'] as const satisfies Placeholder[]

export function placeholdersIn(kind: MessageKind, part: TemplatePart): Placeholder[] {
  const { isOneOff, placeholders = [], required }: MessageDeclaration = messageDeclarations[kind]
  if (isOneOff) return [...inOneOff]
  const allowed = new Set<Placeholder>([...always, ...placeholders, ...required])
  return (Object.keys(placeholderLabels) as Placeholder[]).filter(
    (name) =>
      allowed.has(name) &&
      (part !== 'sms' || inSms.has(name)) &&
      (part !== 'subject' || !inBodyOnly.has(name)),
  )
}

/** The placeholders that a part of a message must have. An SMS always has a link. */
export function requiredIn(kind: MessageKind, part: TemplatePart): readonly Placeholder[] {
  const { isOneOff, required }: MessageDeclaration = messageDeclarations[kind]
  if (part === 'subject' || isOneOff) return []
  if (part === 'body') return required
  return [...inSms].filter((name) => name === 'link' || required.includes(name))
}

/** The placeholders of a kind. `required`: the e-mail or the SMS must have it. */
export function placeholdersOf(kind: MessageKind) {
  const required = new Set([...requiredIn(kind, 'body'), ...requiredIn(kind, 'sms')])
  return placeholdersIn(kind, 'body').map((name) => ({ name, required: required.has(name) }))
}
