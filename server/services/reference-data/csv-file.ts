import { CsvError, parse } from 'csv-parse/sync'

import { maxLength } from '../../../contract/fields.ts'
import { importLimits } from '../../../contract/import.ts'
import { tidyLine, unlessHuge } from '../../../contract/tidy-text.ts'
import { invalidField, type DomainError } from '../domain-error.ts'
import type { EntityImport } from '../entity.ts'

/** A record of a CSV file: the number of its last line, and its cells by field. */
export interface FileLine {
  line: number
  cells: Record<string, string>
}

/**
 * Reads a CSV file whose first line has the headings, perhaps after a line `sep=;`. `headings` has the required heading of each
 * field. Other columns are ignored.
 */
export function readCsv(csv: string, headings: EntityImport['headings']): FileLine[] | DomainError {
  const rows = parseRows(csv)
  if (!Array.isArray(rows)) return rows
  const [head, ...body] = rows
  const given = (head?.record ?? []).map(readHeading)
  // Only the required columns are read, so a file with many other columns takes no longer.
  const columns = Object.entries(headings).map(([field, heading = field]) => ({
    heading,
    field,
    index: given.indexOf(readHeading(heading)),
  }))
  const missing = columns.filter(({ index }) => index < 0)
  if (missing.length > 0) {
    const names = missing.map(({ heading }) => `"${heading}"`).join(' and ')
    return invalidField(
      'csv',
      `The first line must have the headings of the export: ${names} not found.`,
    )
  }
  if (body.length > importLimits.lines) {
    return invalidField(
      'csv',
      `Use a file of at most ${importLimits.lines.toLocaleString('en')} lines.`,
    )
  }
  return body.map(({ record, info }) => ({
    line: info.lines,
    cells: Object.fromEntries(columns.map(({ field, index }) => [field, cell(record[index])])),
  }))
}

interface ParsedRow {
  record: string[]
  info: { lines: number }
}

function parseRows(csv: string) {
  // Excel reads the delimiter from this line, and some programs write it.
  const separator = /^\uFEFF?"?sep=([^\r\n])"?(?=[\r\n])/i.exec(csv)?.[1]
  try {
    return parse(csv, {
      bom: true,
      delimiter: separator ?? delimiterOf(csv),
      // A file may mix them: spreadsheets and editors end lines in different ways.
      record_delimiter: ['\r\n', '\n', '\r'],
      trim: true,
      from_line: separator === undefined ? 1 : 2,
      info: true,
      relax_column_count: true,
      // Excel writes a row whose cells were emptied as commas only.
      skip_records_with_empty_values: true,
      to: importLimits.lines + 2,
    }) as unknown as ParsedRow[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? ` Look at line ${error['lines']}.` : ''
    return invalidField('csv', `This is not a CSV file that can be read.${line}`)
  }
}

/** The character after the first heading. Excel writes semicolons in many locales. */
function delimiterOf(csv: string) {
  return /^\uFEFF?[\r\n]*(?:"[^"]*"|[^\r\n",;\t])*([,;\t])/.exec(csv)?.[1] ?? ','
}

/** The same for headings that look the same: full-width letters and no-break spaces, too. */
const readHeading = unlessHuge(maxLength.line, (text) =>
  tidyLine(text.normalize('NFKC')).toLowerCase(),
)

const tidyCell = unlessHuge(maxLength.line, tidyLine)

/** Tidies a cell, and removes the apostrophe that the export writes before a formula. */
function cell(text = '') {
  return tidyCell(text).replace(/^'(?=[=+\-@])/, '')
}
