import { Readable } from 'node:stream'

import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

const byteOrderMark = '\uFEFF'

/** The columns of an export: heading, and the cell of a row. */
export type Columns<Row> = Record<string, (row: Row) => string | null>

/** Sends rows as a CSV file (UTF-8 with a byte-order mark, RFC 4180) while they are read. */
export function sendCsv<Row>(
  reply: FastifyReply,
  filename: string,
  columns: Columns<Row>,
  rows: AsyncIterable<Row>,
) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(lines(columns, rows)))
}

async function* lines<Row>(columns: Columns<Row>, rows: AsyncIterable<Row>) {
  const cells = Object.values(columns)
  yield byteOrderMark + csv([Object.keys(columns)])
  let records: (string | null)[][] = []
  for await (const row of rows) {
    records.push(cells.map((cell) => cell(row)))
    if (records.length < 500) continue
    yield csv(records)
    records = []
  }
  if (records.length > 0) yield csv(records)
}

function csv(records: (string | null)[][]) {
  return stringify(
    records.map((cells) => cells.map(harmless)),
    // By default only the delimiter itself is quoted, so that a lone \n would break the row.
    { record_delimiter: 'windows', quote_record_delimiter: true },
  )
}

/** Keeps a spreadsheet from running a cell as a formula; phone numbers stay as they are. */
function harmless(cell: string | null) {
  if (cell === null || /^[+-]?[\d ]+$/.test(cell)) return cell
  return /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? `'${cell}` : cell
}
