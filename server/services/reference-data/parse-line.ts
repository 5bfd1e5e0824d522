import { fieldMessages } from '../../../contract/field-messages.ts'
import type { ImportLine } from '../../../contract/import.ts'
import { normalizeCase } from '../../database/derived-columns.ts'
import { normalizeForSearch } from '../../database/search-text.ts'
import type { Database } from '../../database/tables.ts'
import type { FileLine } from './csv-file.ts'
import { untypedTables } from './entity-service.ts'
import type { Entity, EntityImport, EntityInput } from './entity.ts'

/** A line of the file and, if it is valid, its input. */
export interface ParsedLine {
  answer: Omit<ImportLine, 'status'>
  input: EntityInput | undefined
}

/** Turns the cells of a line into an input: ids for names, and choices as they are spelled. */
export async function lineParser(
  db: Database,
  { calls, references }: Entity,
  { choices = {} }: EntityImport,
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
    return validate(line, calls.create.body, values)
  }
}

/**
 * Finds a record's id by its exact name. Otherwise accents and apostrophes are ignored, if only one
 * record matches.
 */
async function finderOf(db: Database, table: string) {
  const rows = await untypedTables(db)
    .selectFrom(table)
    .select(['_id', 'name'])
    .$castTo<{ _id: string; name: string }>()
    .execute()
  const byKey = new Map(rows.map((row) => [normalizeCase(row.name), row]))
  const byLetters = Map.groupBy(rows, ({ name }) => normalizeForSearch(name))
  return (name: string) => {
    const [alike, ...others] = byLetters.get(normalizeForSearch(name)) ?? []
    const found = byKey.get(normalizeCase(name)) ?? (others.length === 0 ? alike : undefined)
    return found?._id
  }
}

function validate(
  line: FileLine,
  schema: Entity['calls']['create']['body'],
  values: EntityInput,
): ParsedLine {
  const { cells } = line
  const result = schema.safeParse(values)
  if (result.success) {
    return { answer: { line: line.line, values: cells }, input: result.data }
  }
  const messages = Object.entries(fieldMessages(result.error.issues)).map(([field, message]) =>
    message === 'Required' && cells[field]
      ? `"${cells[field]}" is no ${field} of the list`
      : `${field}: ${message}`,
  )
  return wrongLine(line, messages.join('; '))
}

function wrongLine({ line, cells }: FileLine, message: string) {
  return { answer: { line, message, values: cells }, input: undefined }
}

/** Letters only, without accents: Murang’a is Muranga, and Taita Taveta is Taita-Taveta. */
function letters(name: string) {
  return normalizeForSearch(name).replaceAll(/[^a-z]/g, '')
}
