import { fieldMessages } from '../../../contract/first-messages.ts'
import type { ImportLine } from '../../../contract/import.ts'
import { nameKey, normalizeForSearch, plainKey } from '../../database/normalize.ts'
import type { Database } from '../../database/tables.ts'
import type { FileLine } from './csv-file.ts'
import { untypedTables } from './entity-service.ts'
import type { Entity, EntityImport, EntityInput } from '../entity.ts'

/** The answer for a line of the file and, if the line is valid, the input of the record. */
export interface ParsedLine {
  answer: Omit<ImportLine, 'status'>
  input: EntityInput | undefined
}

/**
 * Creates a function that turns the cells of a line into the input of a record. It replaces the
 * names of records by their ids, and corrects the spelling of fixed choices.
 */
export async function lineParser(
  db: Database,
  { calls, references }: Entity,
  { headings, choices = {} }: EntityImport,
): Promise<(line: FileLine) => ParsedLine> {
  const finders = new Map<string, Awaited<ReturnType<typeof finderOf>>>()
  for (const [field, { table }] of Object.entries(references)) {
    finders.set(field, await finderOf(db, table))
  }
  return (line) => {
    const values: EntityInput = { ...line.cells }
    for (const [field, find] of finders) {
      const name = line.cells[field] ?? ''
      const _id = find(name)
      if (name && !_id) return wrongLine(line, `There is no ${field} called "${name}"`)
      values[field] = _id ?? ''
    }
    for (const [field, names = []] of Object.entries(choices)) {
      values[field] = names.find((name) => letters(name) === letters(line.cells[field] ?? ''))
    }
    return validate(line, calls.create.body, values, { headings, choices })
  }
}

/**
 * Creates a function that finds the id of a record by the key of its name. If no key is equal, accents
 * are ignored, provided that only one record matches.
 */
async function finderOf(db: Database, table: string) {
  const rows = await untypedTables(db)
    .selectFrom(table)
    .select(['_id', 'name'])
    .$castTo<{ _id: string; name: string }>()
    .execute()
  const byKey = new Map(rows.map((row) => [nameKey(row.name), row]))
  const byLetters = Map.groupBy(rows, ({ name }) => plainKey(name))
  return (name: string) => {
    const [alike, ...others] = byLetters.get(plainKey(name)) ?? []
    const found = byKey.get(nameKey(name)) ?? (others.length === 0 ? alike : undefined)
    return found?._id
  }
}

function validate(
  line: FileLine,
  schema: Entity['calls']['create']['body'],
  values: EntityInput,
  { headings, choices }: Required<Pick<EntityImport, 'headings' | 'choices'>>,
): ParsedLine {
  const { cells } = line
  const result = schema.safeParse(values)
  if (result.success) {
    return { answer: { line: line.line, values: cells }, input: result.data }
  }
  const messages = Object.entries(fieldMessages(result.error.issues)).map(([field, message]) =>
    field in choices && values[field] === undefined && cells[field]
      ? `"${cells[field]}" is no ${field} of the list`
      : `${headings[field] ?? field}: ${message}`,
  )
  return wrongLine(line, messages.join('; '))
}

function wrongLine({ line, cells }: FileLine, message: string) {
  return { answer: { line, message, values: cells }, input: undefined }
}

/**
 * Only the letters a to z: Murang’a equals Muranga, and Taita Taveta equals Taita-Taveta. Without
 * "County" and "City" at the end, which no choice has.
 */
function letters(name: string) {
  return normalizeForSearch(name)
    .replaceAll(/[^a-z]/g, '')
    .replace(/(?:city|county)+$/, '')
}
