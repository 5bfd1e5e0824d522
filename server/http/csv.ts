import { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'

const byteOrderMark = '\uFEFF'

/** So many lines are sent at once. */
const atOnce = 50

/** The columns of an export: heading, and the cell of a row. */
export type Columns<Row> = Record<string, (row: Row) => string | null>

/**
 * Sends rows as a CSV file (UTF-8 with a byte-order mark, RFC 4180) while they are read; `giveWay`
 * is awaited between its parts.
 */
export function sendCsv<Row>(
  reply: FastifyReply,
  giveWay: () => Promise<void>,
  filename: string,
  columns: Columns<Row>,
  rows: AsyncIterable<Row>,
) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(lines(columns, rows, giveWay), { highWaterMark: 1 }))
}

async function* lines<Row>(
  columns: Columns<Row>,
  rows: AsyncIterable<Row>,
  giveWay: () => Promise<void>,
) {
  const cells = Object.values(columns)
  yield byteOrderMark + csv([Object.keys(columns)])
  let records: (string | null)[][] = []
  for await (const row of rows) {
    records.push(cells.map((cell) => cell(row)))
    if (records.length < atOnce) continue
    yield csv(records)
    records = []
    await giveWay()
  }
  if (records.length > 0) yield csv(records)
}

function csv(records: (string | null)[][]) {
  return records.map((cells) => `${cells.map(field).join(',')}\r\n`).join('')
}

/** As RFC 4180 has it; LibreOffice, unless told otherwise, takes semicolons and tabs for commas, too. */
function field(cell: string | null) {
  const text = harmless(cell) ?? ''
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Keeps a spreadsheet from running a cell as a formula; phone numbers stay as they are. */
function harmless(cell: string | null) {
  if (cell === null || /^[+-]?[\d ]+$/.test(cell)) return cell
  return /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? `'${cell}` : cell
}
