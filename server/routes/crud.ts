import type { FastifyInstance } from 'fastify'

import type { crud, Endpoint } from '../../contract/endpoint.ts'
import type { HistoryEntity } from '../../contract/history.ts'
import { sendCsv, type ColumnList, type Columns } from '../http/csv.ts'
import type { DescribeInvalid } from '../http/error-handler.ts'
import { sendList } from '../http/send-list.ts'
import { serve, type ValidatedRequest } from '../http/serve.ts'
import { DomainError } from '../services/domain-error.ts'
import { recordHistory } from '../services/history.ts'
import type { List, Paging } from '../services/pagination.ts'
import type { AppContext } from './context.ts'

type Endpoints = ReturnType<typeof crud>

/** A list, or the error of a filter that does not fit. */
type Listed<Row> = List<Row> | DomainError

interface Export<E extends Endpoint, Row> {
  list: (query: ValidatedRequest<E>['query'], by: string) => Listed<Row> | Promise<Listed<Row>>
  /** The name of the entity in the history, which records each export with its number of rows. */
  entity: HistoryEntity
  /** The file name of an export. */
  filename: () => string
  columns: Columns<Row> | ((query: ValidatedRequest<E>['query']) => Promise<ColumnList<Row>>)
}

/** The functions behind the six calls of an entity. */
interface Crud<E extends Endpoints, Row> extends Export<E['list'], Row> {
  /** The noun for the entity in messages. */
  name: string
  get(_id: string): Promise<unknown>
  /** `by` is the id of the acting user in every function of this interface. */
  create(input: ValidatedRequest<E['create']>['body'], by: string): Promise<unknown>
  update(_id: string, input: ValidatedRequest<E['update']>['body'], by: string): Promise<unknown>
  remove(_id: string, by: string): Promise<unknown>
  describeInvalid?: DescribeInvalid
}

/** Serves list, get, create, update, delete and export of one entity. */
export function serveCrud<E extends Endpoints, Row>(
  app: FastifyInstance,
  context: AppContext,
  endpoints: E,
  entity: Crud<E, Row>,
) {
  const idOf = ({ params }: { params: unknown }) => (params as { _id: string })._id

  serve<E['list']>(app, endpoints.list, async ({ query, user }, reply) =>
    sendList(reply, await entity.list(query, user._id), query as Paging),
  )
  serve(app, endpoints.get, (request) => entity.get(idOf(request)))
  serve<E['create']>(
    app,
    endpoints.create,
    ({ body, user }) => entity.create(body, user._id),
    entity.describeInvalid,
  )
  serve<E['update']>(
    app,
    endpoints.update,
    (request) => entity.update(idOf(request), request.body, request.user._id),
    entity.describeInvalid,
  )
  serve(app, endpoints.remove, async (request) => {
    const removed = await entity.remove(idOf(request), request.user._id)
    return removed instanceof DomainError
      ? removed
      : { message: `${entity.name} deleted successfully` }
  })
  // The export has the list's query.
  serveExport<E['list'], Row>(app, context, endpoints.export as unknown as E['list'], entity)
}

/** Streams the rows of a list as a CSV file, and reports their number at the end. */
export function serveExport<E extends Endpoint, Row>(
  app: FastifyInstance,
  { db }: AppContext,
  endpoint: E,
  { list, entity, filename, columns }: Export<E, Row>,
) {
  serve<E>(app, endpoint, async ({ query, user, log, id: requestId }, reply) => {
    const found = await list(query, user._id)
    if (found instanceof DomainError) return found
    const rows = counted(found.all(), (count) =>
      recordHistory(db, { action: 'export', entity, user: user._id, count }).catch(
        // The client has the file already, so an error can only be logged.
        (err: unknown) =>
          log.error(
            { requestId, err, user: user._id, count },
            'an export is missing in the history',
          ),
      ),
    )
    const shown = typeof columns === 'function' ? await columns(query) : columns
    return sendCsv(reply, filename(), shown, rows)
  })
}

/** Yields the same rows and reports their number at the end, also if the reader stops early. */
async function* counted<Row>(
  rows: AsyncIterable<Row>,
  report: (count: number) => Promise<unknown>,
) {
  let count = 0
  try {
    for await (const row of rows) {
      yield row
      count++
    }
  } finally {
    await report(count)
  }
}
