import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import type { Intake } from '../../contract/intake/intake.ts'
import { purposeLabels } from '../../contract/application/staff-questions.ts'
import { timeInKenya } from '../../contract/time-zone.ts'
import { sendCsv, type Columns } from '../http/csv.ts'
import { serve } from '../http/serve.ts'
import * as attachments from '../services/applications/applications.ts'
import { sendPlanned } from '../services/applications/decisions/decide.ts'
import { addNote, listNotes, removeNote } from '../services/applications/notes.ts'
import { previewSending } from '../services/applications/decisions/message-previews.ts'
import { recordHistory } from '../services/history.ts'
import { DomainError } from '../services/domain-error.ts'
import { funnel } from '../services/intakes/funnel.ts'
import * as intakes from '../services/intakes/intakes.ts'
import {
  copyQuestions,
  listSets,
  publishQuestions,
  readQuestions,
  saveDraft,
} from '../services/questions/intake-questions.ts'
import { eraseAnswers } from '../services/applications/questions/erase-answers.ts'
import { decidePaper } from '../services/applications/papers/decide-paper.ts'
import { remindOfPapers } from '../services/applications/papers/paper-reminders.ts'
import { moveTo } from '../services/intakes/waiting-list.ts'
import type { AppContext } from './context.ts'
import { serveCrud } from './crud.ts'
import { funnelColumns, funnelRows } from './funnel-export.ts'
import { smsTariff } from './sms.ts'

/** Routes of the back office for intakes, waiting lists, planned decisions and notes. */
export function intakeRoutes(app: FastifyInstance, context: AppContext) {
  const { db, emailSender, settings } = context
  serveCrud<typeof api.intakes, Intake>(app, context, api.intakes, {
    name: 'Intake',
    list: (query) => intakes.list(db, query),
    get: (_id) => intakes.get(db, _id),
    create: (input, by) => intakes.create(db, input, by),
    update: (_id, input, by) => intakes.update(db, _id, input, by),
    remove: (_id, by) => intakes.remove(db, _id, by),
    entity: 'intake',
    filename: () => 'intakes.csv',
    columns: intakeColumns,
  })

  serve(app, api.intakes.funnel, ({ params }) => funnel(db, params._id))
  serve(app, api.intakes.exportFunnel, async ({ params, user }, reply) => {
    const found = await funnel(db, params._id)
    if (found instanceof DomainError) return found
    const rows = funnelRows(found)
    await recordHistory(db, {
      action: 'export',
      entity: 'intake',
      record: params._id,
      user: user._id,
      count: rows.length,
    })
    return sendCsv(reply, 'intake_report.csv', funnelColumns, rows)
  })

  const { intakeQuestions } = api
  serve(app, intakeQuestions.get, ({ params }) => readQuestions(db, params._id))
  serve(
    app,
    intakeQuestions.save,
    ({ params, body, user }) => saveDraft(db, params._id, body, user._id),
    () => 'Please check the questions.',
  )
  serve(app, intakeQuestions.publish, ({ params, body, user }) =>
    publishQuestions(db, params._id, body ?? null, user._id),
  )
  serve(app, intakeQuestions.copy, ({ params, body, user }) =>
    copyQuestions(db, params._id, body.from, user._id),
  )
  serve(app, intakeQuestions.sets, ({ params }) => listSets(db, params._id))

  serve(app, intakeQuestions.eraseAnswers, ({ params, body, user }) => {
    const erasure = { intake: params._id, questionId: params.questionId, confirm: body.confirm }
    return eraseAnswers(db, context.engine, context, erasure, user._id)
  })

  const { attachments: calls } = api
  serve(app, calls.sendDecisions, ({ body, user }) => sendPlanned(db, body, user._id))
  serve(app, calls.previewDecisions, async ({ body }) =>
    previewSending(db, await emailSender(), smsTariff(settings), body),
  )
  serve(app, calls.assign, ({ params, body, user }) =>
    attachments.assign(db, params._id, body.user, user._id),
  )
  serve(app, calls.rank, async ({ params, body, user }) => {
    const error = await moveTo(db, params._id, body.rank, user._id)
    return error ?? attachments.get(db, params._id)
  })
  serve(app, calls.decidePaper, ({ params, body, user }) => decidePaper(db, params, body, user._id))
  serve(app, calls.remindOfPapers, ({ body, user }) => remindOfPapers(db, body.ids, user._id))
  serve(app, calls.notes, ({ params }) => listNotes(db, params._id))
  serve(app, calls.addNote, ({ params, body, user }) =>
    addNote(db, params._id, body.text, user._id),
  )
  serve(app, calls.removeNote, ({ params, user }) => removeNote(db, params, user._id))
}

const intakeColumns: Columns<Intake> = {
  Name: ({ name }) => name,
  'Name in Kiswahili': ({ name_sw }) => name_sw,
  State: ({ state }) => state,
  'Opens (EAT)': ({ opensAt }) => timeInKenya(opensAt),
  'Closes (EAT)': ({ closesAt }) => timeInKenya(closesAt),
  'First Day': ({ startsOn }) => startsOn,
  'Last Day': ({ endsOn }) => endsOn,
  'Days to Answer': ({ answerDays }) => String(answerDays),
  'Promotes by Itself': ({ autoPromote }) => (autoPromote ? 'Yes' : 'No'),
  Places: ({ places }) =>
    places.map(({ department, places: number }) => `${department.name}: ${number}`).join('; '),
  Taken: ({ places }) =>
    places.map(({ department, taken }) => `${department.name}: ${taken}`).join('; '),
  'Created (EAT)': ({ createdAt }) => timeInKenya(createdAt),
  Papers: ({ papers }) =>
    papers
      .filter(({ asked }) => asked !== 'never')
      .map(({ purpose, name, asked, dueDays }) =>
        [name ?? purposeLabels[purpose], asked, `${dueDays} days`].join(', '),
      )
      .join('; '),
  'Lapses without Papers': ({ lapsesWithoutPapers }) => (lapsesWithoutPapers ? 'Yes' : 'No'),
}
