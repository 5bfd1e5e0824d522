import { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'

import { DomainError } from '../services/domain-error.ts'
import type { List, Paging } from '../services/pagination.ts'

/** Sends a page of a list with `X-Total-Count`. Without `limit`, streams the whole list. */
export async function sendList<Row>(
  reply: FastifyReply,
  list: List<Row> | DomainError,
  paging: Paging,
) {
  if (list instanceof DomainError) return list
  if (paging.limit === undefined) {
    return reply.type('application/json; charset=utf-8').send(Readable.from(jsonArray(list.all())))
  }
  const { rows, total } = await list.page(paging.limit, paging.page)
  return reply.header('x-total-count', total).send(rows)
}

async function* jsonArray(rows: AsyncIterable<unknown>) {
  let separator = '['
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
