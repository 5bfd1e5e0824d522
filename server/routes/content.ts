import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import type { User } from '../../contract/account/user.ts'
import { collections } from '../../contract/content/collections.ts'
import { pageTextsOf } from '../../contract/content/public-items.ts'
import { fileTimestamp } from '../../contract/time-zone.ts'
import { contentDisposition } from '../http/send-download.ts'
import { inWords } from '../http/in-words.ts'
import { hasAccess } from '../http/guard.ts'
import { allowPreview } from '../http/preview.ts'
import { sendList } from '../http/send-list.ts'
import { serve } from '../http/serve.ts'
import { exportContent, importContent, nothingImported } from '../services/content/content-file.ts'
import * as content from '../services/content/content.ts'
import { storePicture } from '../services/content/pictures.ts'
import { contentAt } from '../services/content/public-content.ts'
import * as publishing from '../services/content/publishing.ts'
import {
  exportTemplates,
  findWrongTemplate,
  importTemplates,
} from '../services/messages/template-file.ts'
import type { AppContext } from './context.ts'
import type { SharedPages } from './shared-pages.ts'

/**
 * Routes of the back office for the content of the public pages. `pages` is undefined if the server
 * has only the API.
 */
export function contentRoutes(
  app: FastifyInstance,
  context: AppContext,
  pages: SharedPages | undefined,
) {
  const { db, emailSender } = context
  const mayEditTexts = (user: User) => hasAccess(user, 'admin')
  const calls = api.content

  serve(app, calls.export, async ({ user }, reply) => {
    const fileName = `content_${fileTimestamp()}.json`
    reply.header('content-disposition', contentDisposition('attachment', fileName))
    const file = await exportContent(db, user._id)
    return mayEditTexts(user) ? { ...file, messageTexts: await exportTemplates(db) } : file
  })
  serve(app, calls.import, ({ body, user }) => {
    const texts = mayEditTexts(user) ? body.messageTexts : undefined
    return importContent(db, body, user._id, {
      check: async (rows) => {
        const wrong = findWrongTemplate(await emailSender(), texts)
        if (wrong) return nothingImported(wrong)
        return pages?.checkSize(contentAt('file', rows, Date.now()).items)
      },
      importTexts: (transaction) => importTemplates(transaction, texts, user._id),
    })
  })

  serve(app, calls.uploadPicture, ({ body }) => storePicture(db, body))

  serve(app, calls.preview, (request, reply) => {
    allowPreview(request, reply)
    return { message: 'This browser may show drafts for ten minutes' }
  })

  serve(app, calls.counts, async () => {
    const { kept, items } = await context.content.read()
    const { paybill, till } = pageTextsOf(items, 'giving')
    return { kept, isGivingEmpty: paybill === null && till === null }
  })

  serve(app, calls.list, ({ params, query }, reply) =>
    sendList(reply, content.list(db, params.collection, query), query),
  )
  serve(app, calls.create, ({ params, body, user }) =>
    content.create(db, params.collection, body, user._id),
  )
  serve(app, calls.get, ({ params }) => content.get(db, params))
  serve(app, calls.update, ({ params, body, user }) => content.update(db, params, body, user._id))
  serve(app, calls.remove, async ({ params, user }) => {
    const error = await content.remove(db, params, user._id)
    if (error) return error
    return { message: `${inWords(collections[params.collection].one)} deleted successfully` }
  })

  serve(app, calls.publish, async ({ params, body, user }) => {
    const { collection, _id } = params
    const { items } = await context.content.readDrafts(_id)
    const tooLarge = await pages?.checkSize(items, collection)
    return tooLarge ?? publishing.publish(db, params, body, user._id)
  })
  serve(app, calls.hide, ({ params, body, user }) => publishing.hide(db, params, body, user._id))
  serve(app, calls.restore, ({ params, body, user }) =>
    publishing.restore(db, params, body, user._id),
  )
  serve(app, calls.versions, ({ params }) => publishing.versions(db, params))
}
