import type { CollectionName } from './collections.ts'
import { datesOf } from './dates.ts'
import { isEmpty, type ContentPicture, type Field, type FieldKind } from './fields.ts'
import { declarationOf, fieldsOf, type AnyFields } from './items.ts'
import { isAllowedLink, type IsSitePath } from './links.ts'
import { linksIn } from './text.ts'

/** Why a draft cannot be published: the key of a field, and a sentence for staff. */
export interface Problem {
  field: string
  message: string
}

/** Everything that keeps a draft from being published. */
export function findProblems(
  name: CollectionName,
  fields: AnyFields,
  isSitePath: IsSitePath,
): Problem[] {
  const problems = fieldsOf(name).flatMap(([key, field]) => {
    const message = isEmpty(fields[key])
      ? missing(field)
      : checks[field.kind](fields[key], field.label, isSitePath)
    return message ? [{ field: key, message }] : []
  })
  return [...problems, ...wrongDates(name, fields)]
}

function missing({ label, optional }: Field) {
  return optional ? undefined : `${label}: this is missing.`
}

type Check = (value: unknown, label: string, isSitePath: IsSitePath) => string | undefined

const nothing: Check = () => undefined

/** Checks of filled fields, by kind. */
const checks: Record<FieldKind, Check> = {
  line: nothing,
  list: nothing,
  day: nothing,
  number: nothing,
  choice: nothing,
  link: (value, label, isSitePath) => deadLink(label, [value as string], isSitePath),
  text: (value, label, isSitePath) => deadLink(label, linksIn(value as string), isSitePath),
  picture: (value, label) =>
    (value as ContentPicture).alt === ''
      ? `${label}: describe it for people who cannot see it.`
      : undefined,
}

function deadLink(label: string, addresses: string[], isSitePath: IsSitePath) {
  const dead = addresses.find((href) => !isAllowedLink(href, isSitePath))
  if (dead === undefined) return undefined
  const shown = dead.length > 60 ? `${dead.slice(0, 60)}…` : dead
  return `${label}: the link ${shown} leads nowhere. Use https://…, mailto:…, tel:… or a page of this site, like /contact.`
}

function wrongDates(name: CollectionName, fields: AnyFields): Problem[] {
  const { starts, ends } = datesOf(name, fields)
  if (starts === null || ends === null || starts <= ends) return []
  const declaration = declarationOf(name)
  const field = declaration.ends?.find((key) => !isEmpty(fields[key])) ?? ''
  const labelOf = (key = '') => declaration.fields[key]?.label
  return [{ field, message: `${labelOf(field)}: this is before “${labelOf(declaration.starts)}”.` }]
}
