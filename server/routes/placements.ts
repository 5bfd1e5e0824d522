import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import type { Placement } from '../../contract/intake/placement.ts'
import { mostWrittenTo } from '../../contract/message/write.ts'
import type { Columns } from '../http/csv.ts'
import { sendError } from '../http/error-handler.ts'
import { inWords } from '../http/in-words.ts'
import { sendList } from '../http/send-list.ts'
import { serve } from '../http/serve.ts'
import * as calendar from '../services/placements/calendar.ts'
import * as placements from '../services/placements/placements.ts'
import type { AppContext } from './context.ts'
import { serveExport } from './crud.ts'

/** Routes of the back office for placements and the calendar link. */
export function placementRoutes(app: FastifyInstance, context: AppContext) {
  const { db, engine, publicUrl } = context
  serve(app, api.placements.list, async ({ query }, reply) =>
    sendList(reply, await placements.list(db, engine.search, query), query),
  )
  serve(app, api.placements.ids, async ({ query }) => {
    const found = await placements.list(db, engine.search, query)
    return { ids: await placements.applicationsOf(db, await found.ids(mostWrittenTo + 1)) }
  })
  serve(app, api.placements.get, ({ params }) => placements.get(db, params._id))
  serve(app, api.placements.update, ({ params, body, user }) =>
    placements.update(db, params._id, body, user._id),
  )
  serveExport<typeof api.placements.list, Placement>(
    app,
    context,
    // The export has the list's query.
    api.placements.export as unknown as typeof api.placements.list,
    {
      list: (query) => placements.list(db, engine.search, query),
      entity: 'placement',
      filename: () => 'placements.csv',
      columns,
    },
  )

  serve(app, api.calendar.get, ({ user }) => calendar.readCalendarLink(db, user._id))
  serve(app, api.calendar.create, (request) =>
    calendar.createCalendarLink(db, request.user._id, publicUrl(request)),
  )
  serve(app, api.calendar.remove, ({ user }) => calendar.endCalendarLink(db, user._id))
}

/** The calendar feed. Its address has the secret token, which neither the log nor a cache stores. */
export function calendarFeed(app: FastifyInstance, { db, emailSender }: AppContext) {
  app.get<{ Params: { name: string } }>('/calendar/:name', async (request, reply) => {
    const token = /^([\w-]{43})\.ics$/.exec(request.params.name)?.[1]
    const { name } = (await emailSender()).foundation
    const feed = token && (await calendar.readCalendar(db, token, name))
    if (!feed) return sendError(reply, 404, 'This calendar link has ended.')
    return reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', 'inline; filename="placements.ics"')
      .type('text/calendar; charset=utf-8')
      .send(feed)
  })
}

const columns: Columns<Placement> = {
  Name: ({ application }) => application.name,
  'Reference ID': ({ application }) => application.referenceId,
  Intake: ({ intake }) => intake?.name ?? null,
  Institution: ({ institution, institution_name }) =>
    institution?.name ?? (institution_name ? `${institution_name} (not in the list)` : 'N/A'),
  Department: ({ department }) => department?.name ?? 'N/A',
  'First Day': ({ startsOn }) => startsOn,
  'Last Day': ({ endsOn }) => endsOn,
  Supervisor: ({ supervisor, supervisorName }) => supervisor?.name ?? supervisorName,
  'Supervisor Phone': ({ supervisorPhone }) => supervisorPhone,
  State: ({ state }) => inWords(state),
  'Broken Off On': ({ brokenOffOn }) => brokenOffOn,
  'Broken Off Because': ({ brokenOffReason }) => brokenOffReason,
}
