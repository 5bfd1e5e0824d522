import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import type { FastifyReply } from 'fastify'

const byteOrderMark = '\uFEFF'

/** Number of CSV lines that are written to the stream at a time. */
const chunkSize = 50

/** The columns of an export: for each heading, the function that makes the cell of a row. */
export type Columns<Row> = Record<string, Cell<Row>>

type Cell<Row> = (row: Row) => string | null

/** Columns whose headings staff have written: they may be numbers, which a record would sort. */
export type ColumnList<Row> = [heading: string, cell: Cell<Row>][]

/** Streams rows as a CSV file (RFC 4180, UTF-8 with a byte-order mark). */
export function sendCsv<Row>(
  reply: FastifyReply,
  filename: string,
  columns: Columns<Row> | ColumnList<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(lines(listOf(columns), rows), { highWaterMark: 1 }))
}

function listOf<Row>(columns: Columns<Row> | ColumnList<Row>) {
  return Array.isArray(columns) ? columns : Object.entries(columns)
}

async function* lines<Row>(columns: ColumnList<Row>, rows: AsyncIterable<Row> | Iterable<Row>) {
  const cells = columns.map(([, cell]) => cell)
  yield byteOrderMark + csv([columns.map(([heading]) => heading)])
  let records: (string | null)[][] = []
  for await (const row of rows) {
    records.push(cells.map((cell) => cell(row)))
    if (records.length < chunkSize) continue
    yield csv(records)
    records = []
    // Other requests run between the chunks.
    await setImmediate()
  }
  if (records.length > 0) yield csv(records)
}

function csv(records: (string | null)[][]) {
  return records.map((cells) => `${cells.map(field).join(',')}\r\n`).join('')
}

/** Quotes a cell as in RFC 4180, and also for semicolons and tabs, at which LibreOffice splits. */
function field(cell: string | null) {
  const text = escapeFormula(cell) ?? ''
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Prevents CSV injection: a cell that looks like a formula gets an apostrophe, a number does not.
 */
function escapeFormula(cell: string | null) {
  if (cell === null || /^[+-]?[\d ]+$/.test(cell)) return cell
  return /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? `'${cell}` : cell
}
