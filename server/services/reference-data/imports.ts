import type { ImportAnswer, ImportInput, ImportLine } from '../../../contract/import.ts'
import { nameKey } from '../../database/normalize.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { recordHistory, type HistoryEvent, eventOn } from '../history.ts'
import { DomainError, conflict, changeOrRefuse } from '../domain-error.ts'
import { changedColumns, changedFields, overwrite } from '../optimistic-lock.ts'
import { insertRows } from '../rows.ts'
import { readCsv, type FileLine } from './csv-file.ts'
import { newRow, untypedTables } from './entity-service.ts'
import type { Entity, EntityImport, EntityInput } from '../entity.ts'
import { lineParser, type ParsedLine } from './parse-line.ts'

/** Imports records from CSV in one transaction: all lines, or none if one is wrong. */
export async function importRecords(
  db: Database,
  entity: Entity,
  declared: EntityImport,
  { csv, store }: ImportInput,
  by: string,
): Promise<ImportAnswer | DomainError> {
  const lines = readCsv(csv, declared.headings)
  if (lines instanceof DomainError) return lines
  const errors = { taken: concurrentChange, missing: concurrentChange }
  return changeOrRefuse(db, errors, async (transaction) => {
    const plan = await planLines(transaction, entity, declared, lines)
    const preview = previewOf(plan)
    const { wrong } = preview.counts
    if (!store) return preview
    if (wrong > 0) {
      const message = `${wrong} ${wrong === 1 ? 'line is' : 'lines are'} wrong, so nothing was stored.`
      return new DomainError('invalid', message, { details: { preview } })
    }
    await storeAll(transaction, entity, plan, by)
    return { ...preview, stored: true }
  })
}

/** What the import will do with one line of the file. */
interface PlannedLine {
  answer: ImportLine
  input?: EntityInput
  /** The stored record that the line changes. */
  stored?: StoredRow
  fields?: string[]
}

interface StoredRow {
  [column: string]: string | null
  _id: string
  updatedAt: string
}

/** Compares the lines with the stored records, which stay locked until the transaction ends. */
async function planLines(
  transaction: Transaction,
  entity: Entity,
  declared: EntityImport,
  lines: FileLine[],
): Promise<PlannedLine[]> {
  const parse = await lineParser(transaction, entity, declared)
  const rows = await untypedTables(transaction)
    .selectFrom(entity.table)
    .selectAll()
    .orderBy('_id')
    .forUpdate()
    .$castTo<StoredRow>()
    .execute()
  const keyOf = (values: EntityInput) =>
    declared.key.map((field) => nameKey(values[field] ?? '')).join('\n')
  const stored = new Map(rows.map((row) => [keyOf(row), row]))
  const seen = new Map<string, { line: number; input: EntityInput }>()
  return lines.map((line) => {
    const { answer, input } = parse(line)
    if (!input) return { answer: { ...answer, status: 'wrong' } }
    const key = keyOf(input)
    const earlier = seen.get(key)
    if (earlier) {
      // A line that is equal to an earlier line is no error.
      const status = changedFields(earlier.input, input).length === 0 ? 'unchanged' : 'wrong'
      return { answer: { ...answer, status, message: `The same as line ${earlier.line}` } }
    }
    seen.set(key, { line: answer.line, input })
    return compare(answer, input, stored.get(key), declared.headings)
  })
}

function compare(
  answer: ParsedLine['answer'],
  input: EntityInput,
  stored: StoredRow | undefined,
  headings: EntityImport['headings'],
): PlannedLine {
  if (!stored) return { answer: { ...answer, status: 'new' }, input }
  const fields = changedFields(stored, input)
  if (fields.length === 0) return { answer: { ...answer, status: 'unchanged' } }
  const message = fields
    .map((field) => `${headings[field] ?? field} was ${stored[field]}`)
    .join('; ')
  return { answer: { ...answer, status: 'changed', message }, input, stored, fields }
}

function previewOf(lines: PlannedLine[]): ImportAnswer {
  const counts = { new: 0, changed: 0, unchanged: 0, wrong: 0 }
  for (const { answer } of lines) counts[answer.status]++
  return { lines: lines.map(({ answer }) => answer), counts, stored: false }
}

async function storeAll(
  transaction: Transaction,
  entity: Entity,
  lines: PlannedLine[],
  user: string,
) {
  const { name, table } = entity
  const events: HistoryEvent[] = []
  const added: ReturnType<typeof newRow>[] = []
  for (const { input, stored, fields = [] } of lines) {
    if (stored && input) {
      const columns = changedColumns(entity.derive, stored, input)
      await overwrite(transaction, table, stored, columns)
      events.push({ action: 'change', ...eventOn(name, stored._id, user), fields })
    } else if (input) {
      const row = newRow(entity, input)
      added.push(row)
      events.push({ action: 'create', ...eventOn(name, row._id, user) })
    }
  }
  await insertRows(transaction, table, added as never)
  const count = events.length
  await recordHistory(transaction, ...events, { action: 'import', entity: name, user, count })
}

function concurrentChange() {
  return conflict('Somebody else has just changed one of these. Please try again.')
}
