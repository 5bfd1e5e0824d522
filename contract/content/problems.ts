import { datesOf } from './dates.ts'
import { isEmpty, type ContentPicture, type Entry, type Field, type FieldKind } from './fields.ts'
import { declarationOf, fieldsOf, type AnyFields, type ItemName } from './items.ts'
import { isAllowedLink, type IsSitePath } from './links.ts'
import { linksIn } from './text.ts'

/** Why a draft cannot be published: the key of a field, and what to mend there. */
export interface Problem {
  field: string
  message: string
}

/** A problem as a sentence that stands alone. */
export function sentenceOf(item: ItemName, { field, message }: Problem) {
  return `${new Map(fieldsOf(item)).get(field)?.label}: ${message}`
}

/** Everything that keeps a draft from being published. */
export function findProblems(item: ItemName, fields: AnyFields, isSitePath: IsSitePath): Problem[] {
  const problems = fieldsOf(item).flatMap(([key, field]) => {
    const message = isEmpty(fields[key])
      ? missing(field)
      : checks[field.kind](fields[key], isSitePath)
    return message ? [{ field: key, message }] : []
  })
  return [...problems, ...wrongDates(item, fields)]
}

function missing({ optional }: Field) {
  return optional ? undefined : 'This is missing.'
}

type Check = (value: unknown, isSitePath: IsSitePath) => string | undefined

const nothing: Check = () => undefined

const checks: Record<FieldKind, Check> = {
  line: nothing,
  list: nothing,
  entries: (value) =>
    (value as Entry[]).some(({ title, text }) => title === '' || text === '')
      ? 'Write each line as “Title: text”.'
      : undefined,
  email: nothing,
  phone: nothing,
  day: nothing,
  number: nothing,
  choice: nothing,
  link: (value, isSitePath) => deadLink([value as string], isSitePath),
  text: (value, isSitePath) => deadLink(linksIn(value as string), isSitePath),
  picture: (value) =>
    (value as ContentPicture).alt === '' ? 'Describe it for people who cannot see it.' : undefined,
}

function deadLink(addresses: string[], isSitePath: IsSitePath) {
  const dead = addresses.find((href) => !isAllowedLink(href, isSitePath))
  if (dead === undefined) return undefined
  const shown = dead.length > 60 ? `${dead.slice(0, 60)}…` : dead
  return `The link ${shown} leads nowhere. Use https://…, mailto:…, tel:… or a page of this site, like /contact.`
}

function wrongDates({ collection: name }: ItemName, fields: AnyFields): Problem[] {
  const { starts, ends } = datesOf(name, fields)
  if (starts === null || ends === null || starts <= ends) return []
  const declaration = declarationOf(name)
  const field = declaration.ends?.find((key) => !isEmpty(fields[key])) ?? ''
  const start = declaration.fields[declaration.starts ?? '']?.label
  return [{ field, message: `This is before “${start}”.` }]
}
