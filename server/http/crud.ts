import type { FastifyInstance } from 'fastify'

import type { crud } from '../../contract/endpoint.ts'
import type { List, Paging } from '../services/list.ts'
import { Refusal } from '../services/refusal.ts'
import { sendCsv, type Columns } from './csv.ts'
import type { DescribeInvalid } from './errors.ts'
import { sendList } from './list.ts'
import { serve, type Checked } from './serve.ts'

type Endpoints = ReturnType<typeof crud>

/** What the six calls of an entity need: its verbs, its name, and its export. */
export interface Crud<E extends Endpoints, Row> {
  name: string
  list(query: Checked<E['list']>['query']): List<Row>
  get(_id: string): Promise<unknown>
  create(input: Checked<E['create']>['body']): Promise<unknown>
  update(_id: string, input: Checked<E['update']>['body']): Promise<unknown>
  /** `by` is the id of the user who asks. */
  remove(_id: string, by: string): Promise<unknown>
  /** The export's file name at this moment, and its columns. */
  filename: () => string
  columns: Columns<Row>
  describeInvalid?: DescribeInvalid
}

/** Serves list, get, create, update, delete and export of one entity. */
export function serveCrud<E extends Endpoints, Row>(
  app: FastifyInstance,
  endpoints: E,
  entity: Crud<E, Row>,
) {
  const idOf = ({ params }: { params: unknown }) => (params as { _id: string })._id

  serve<E['list']>(app, endpoints.list, ({ query }, reply) =>
    sendList(reply, entity.list(query), query as Paging),
  )
  serve(app, endpoints.get, (request) => entity.get(idOf(request)))
  serve<E['create']>(
    app,
    endpoints.create,
    ({ body }) => entity.create(body),
    entity.describeInvalid,
  )
  serve<E['update']>(
    app,
    endpoints.update,
    (request) => entity.update(idOf(request), request.body),
    entity.describeInvalid,
  )
  serve(app, endpoints.remove, async (request) => {
    const removed = await entity.remove(idOf(request), request.user._id)
    return removed instanceof Refusal ? removed : { message: `${entity.name} deleted successfully` }
  })
  serve<E['list']>(app, { ...endpoints.export } as unknown as E['list'], ({ query }, reply) =>
    sendCsv(reply, entity.filename(), entity.columns, entity.list(query).all()),
  )
}
