import type { Insertable, Transaction } from 'kysely'
import type * as z from 'zod/mini'

import { courseInput, type CourseInput } from '../../../contract/course.ts'
import { fieldMessages } from '../../../contract/field-messages.ts'
import type { ImportAnswer, ImportInput, ImportLine } from '../../../contract/import.ts'
import { institutionInput, type InstitutionInput } from '../../../contract/institution.ts'
import { certifications, counties } from '../../../contract/constants.ts'
import { normalizeCase, derivedColumns } from '../../database/derived-columns.ts'
import { fold } from '../../database/search-text.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { readCsv, type FileLine } from './csv-file.ts'
import { overwrite, changedFields } from '../optimistic-lock.ts'
import { recordAudit, type AuditEvent } from '../audit-log.ts'
import { newEditableRecord } from '../ids.ts'
import { mapConstraintErrors, DomainError } from '../domain-error.ts'

const step = 500

/** Imports institutions by their names: all lines, or none where one is wrong. */
export function importInstitutions(db: Database, input: ImportInput, by: string) {
  const lines = readCsv(input.csv, { 'institution name': 'name', county: 'county' })
  if (lines instanceof DomainError) return lines
  return run(db, input, by, 'institution', async (transaction) => {
    const rows = await transaction
      .selectFrom('institutions')
      .select(['_id', 'name', 'county', 'nameKey', 'updatedAt'])
      .orderBy('_id')
      .forUpdate()
      .execute()
    const stored = new Map(rows.map((row) => [row.nameKey, row]))
    const inputs = lines.map((line) => {
      const county = counties.find((name) => letters(name) === letters(line.cells['county'] ?? ''))
      return checked(line, institutionInput, { ...line.cells, county })
    })
    return planned(inputs, stored, ({ name }: InstitutionInput) => normalizeCase(name))
  })
}

/** Imports courses by their names, institutions and certifications: all lines, or none. */
export function importCourses(db: Database, input: ImportInput, by: string) {
  const headings = {
    'course name': 'name',
    institution: 'institution',
    certification: 'certification',
  }
  const lines = readCsv(input.csv, headings)
  if (lines instanceof DomainError) return lines
  return run(db, input, by, 'course', async (transaction) => {
    const institutions = await transaction
      .selectFrom('institutions')
      .select(['_id', 'name', 'nameKey'])
      .execute()
    const idOf = finderOf(institutions)
    const rows = await transaction
      .selectFrom('courses')
      .select(['_id', 'name', 'institution', 'certification', 'updatedAt'])
      .orderBy('_id')
      .forUpdate()
      .execute()
    const key = ({ institution, certification, name }: CourseInput) =>
      `${institution} ${certification} ${normalizeCase(name)}`
    const stored = new Map(rows.map((row) => [key(row), row]))
    const inputs = lines.map((line) => {
      const { institution = '', certification = '' } = line.cells
      const _id = idOf(institution)
      if (institution !== '' && !_id) {
        return wrongLine(line, `There is no institution called "${institution}"`)
      }
      const level = certifications.find((name) => letters(name) === letters(certification))
      return checked(line, courseInput, {
        ...line.cells,
        institution: _id ?? '',
        certification: level,
      })
    })
    return planned(inputs, stored, key)
  })
}

/** Finds institutions by their names; without accents and apostrophes where only one is called so. */
function finderOf(institutions: { _id: string; name: string; nameKey: string }[]) {
  const byKey = new Map(institutions.map((one) => [one.nameKey, one]))
  const byLetters = Map.groupBy(institutions, ({ name }) => fold(name))
  return (name: string) => {
    const [alike, ...others] = byLetters.get(fold(name)) ?? []
    const found = byKey.get(normalizeCase(name)) ?? (others.length === 0 ? alike : undefined)
    return found?._id
  }
}

type Entity = 'institution' | 'course'

/** A line of the file and, where it is right, what it asks to store. */
interface Checked<Input> {
  answer: Omit<ImportLine, 'status'>
  input: Input | undefined
}

/** What is to become of a line. */
interface Planned<Input extends object> {
  answer: ImportLine
  input?: Input
  /** The record that it changes. */
  stored?: Stored
  fields?: string[]
}

interface Stored {
  _id: string
  updatedAt: string
}

/** Looks at the lines and stores them in one transaction, so that what is looked at stays so. */
async function run<Input extends InstitutionInput | CourseInput>(
  db: Database,
  { store }: ImportInput,
  by: string,
  entity: Entity,
  plan: (transaction: Transaction<Tables>) => Promise<Planned<Input>[]>,
): Promise<ImportAnswer | DomainError> {
  const work = () =>
    inTransaction(db, async (transaction) => {
      const lines = await plan(transaction)
      const preview = previewOf(lines)
      const { wrong } = preview.counts
      if (!store) return preview
      if (wrong > 0) {
        const message = `${wrong} ${wrong === 1 ? 'line is' : 'lines are'} wrong, so nothing was stored.`
        return new DomainError('invalid', message, { details: { preview } })
      }
      await storeAll(transaction, entity, lines, by)
      return { ...preview, stored: true }
    })
  return mapConstraintErrors(work, { taken: concurrentConflict, missing: concurrentConflict })
}

/** A line whose cells have been put in their places, or why it is wrong. */
function checked<Input>(
  { line, cells }: FileLine,
  schema: z.ZodMiniType<Input>,
  values: object,
): Checked<Input> {
  const result = schema.safeParse(values)
  if (result.success) return { answer: { line, values: cells }, input: result.data }
  const messages = Object.entries(fieldMessages(result.error.issues)).map(([field, message]) =>
    message === 'Required' && cells[field]
      ? `"${cells[field]}" is no ${field} of the list`
      : `${field}: ${message}`,
  )
  return wrongLine({ line, cells }, messages.join('; '))
}

function wrongLine({ line, cells }: FileLine, message: string) {
  return { answer: { line, message, values: cells }, input: undefined }
}

/**
 * Compares the lines with what is stored, by the key under which a record is the same. A line that
 * says once more just what an earlier one has said is in nobody's way.
 */
function planned<Input extends object>(
  lines: Checked<Input>[],
  stored: Map<string, Stored & Record<keyof Input, unknown>>,
  keyOf: (input: Input) => string,
): Planned<Input>[] {
  const seen = new Map<string, { line: number; input: Input }>()
  return lines.map(({ answer, input }) => {
    if (!input) return { answer: { ...answer, status: 'wrong' } }
    const key = keyOf(input)
    const earlier = seen.get(key)
    if (earlier) {
      const status = changedFields(earlier.input, input).length === 0 ? 'unchanged' : 'wrong'
      return { answer: { ...answer, status, message: `The same as line ${earlier.line}` } }
    }
    seen.set(key, { line: answer.line, input })
    const found = stored.get(key)
    if (!found) return { answer: { ...answer, status: 'new' }, input }
    const fields = changedFields(found, input)
    if (fields.length === 0) return { answer: { ...answer, status: 'unchanged' } }
    const message = fields
      .map((field) => `${field} was ${String(found[field as keyof Input])}`)
      .join('; ')
    return { answer: { ...answer, status: 'changed', message }, input, stored: found, fields }
  })
}

function previewOf(lines: Planned<object>[]): ImportAnswer {
  const counts = { new: 0, changed: 0, unchanged: 0, wrong: 0 }
  for (const { answer } of lines) counts[answer.status]++
  return { lines: lines.map(({ answer }) => answer), counts, stored: false }
}

async function storeAll(
  transaction: Transaction<Tables>,
  entity: Entity,
  lines: Planned<InstitutionInput | CourseInput>[],
  user: string,
) {
  const events: AuditEvent[] = []
  const added: object[] = []
  for (const { input, stored, fields = [] } of lines) {
    if (stored && input) {
      await overwrite(transaction, `${entity}s`, stored._id, input, stored)
      events.push({ action: 'change', entity, record: stored._id, user, fields })
    } else if (input) {
      const record = newEditableRecord()
      added.push({ ...record, ...input, ...derivedColumns[`${entity}s` as const](input as never) })
      events.push({ action: 'create', entity, record: record._id, user })
    }
  }
  for (let start = 0; start < added.length; start += step) {
    await transaction
      .insertInto(`${entity}s`)
      .values(added.slice(start, start + step) as Insertable<Tables[`${Entity}s`]>[])
      .execute()
  }
  await recordAudit(transaction, ...events, {
    action: 'import',
    entity,
    user,
    count: events.length,
  })
}

/** Only the letters count: Murang’a is Muranga, and Taita Taveta is Taita-Taveta. */
function letters(name: string) {
  return fold(name).replaceAll(/[^a-z]/g, '')
}

function concurrentConflict() {
  return new DomainError(
    'conflict',
    'Somebody else has just changed one of these. Please try again.',
  )
}
