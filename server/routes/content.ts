import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import { collections } from '../../contract/content/collections.ts'
import { fileTimestamp } from '../../contract/time-zone.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import { sendList } from '../http/send-list.ts'
import { serve } from '../http/serve.ts'
import { exportContent, importContent } from '../services/content/content-file.ts'
import * as content from '../services/content/content.ts'
import * as publishing from '../services/content/publishing.ts'
import { DomainError } from '../services/domain-error.ts'
import type { AppContext } from './context.ts'

/** Routes of the back office for the content of the public pages. */
export function contentRoutes(app: FastifyInstance, { db }: AppContext) {
  const calls = api.content

  serve(app, calls.export, async ({ user }, reply) => {
    const fileName = `content_${fileTimestamp()}.json`
    reply.header('content-disposition', contentDisposition('attachment', fileName))
    return exportContent(db, user._id)
  })
  serve(app, calls.import, ({ body, user }) => importContent(db, body, user._id))

  serve(app, calls.list, ({ params, query }, reply) =>
    sendList(reply, content.list(db, params.collection, query), query),
  )
  serve(app, calls.create, ({ params, body, user }) =>
    content.create(db, params.collection, body, user._id),
  )
  serve(app, calls.get, ({ params }) => content.get(db, params.collection, params._id))
  serve(app, calls.update, ({ params, body, user }) =>
    content.update(db, params.collection, params._id, body, user._id),
  )
  serve(app, calls.remove, async ({ params: { collection, _id }, user }) => {
    const removed = await content.remove(db, collection, _id, user._id)
    if (removed instanceof DomainError) return removed
    const { one } = collections[collection]
    return { message: `${one.charAt(0).toUpperCase()}${one.slice(1)} deleted successfully` }
  })

  serve(app, calls.publish, ({ params, body, user }) =>
    publishing.publish(db, params.collection, params._id, body, user._id),
  )
  serve(app, calls.hide, ({ params, body, user }) =>
    publishing.hide(db, params.collection, params._id, body, user._id),
  )
  serve(app, calls.restore, ({ params, body, user }) =>
    publishing.restore(db, params.collection, params._id, body, user._id),
  )
  serve(app, calls.versions, ({ params }) => publishing.versions(db, params.collection, params._id))
}
