import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import { applicationInputMessage, type Application } from '../../contract/application.ts'
import type { Course } from '../../contract/course.ts'
import type { Department } from '../../contract/department.ts'
import type { HistoryEntry } from '../../contract/history.ts'
import type { Institution } from '../../contract/institution.ts'
import type { User } from '../../contract/user.ts'
import { serveCrud } from '../http/crud.ts'
import { sendList } from '../http/send-list.ts'
import { serve } from '../http/serve.ts'
import { analytics } from '../services/applications/analytics.ts'
import { counts } from '../services/applications/application-counts.ts'
import { list } from '../services/applications/application-list.ts'
import * as attachments from '../services/applications/applications.ts'
import * as courses from '../services/reference-data/courses.ts'
import * as decisions from '../services/applications/decisions.ts'
import * as departments from '../services/reference-data/departments.ts'
import { erase } from '../services/applications/erasure.ts'
import * as history from '../services/audit-log.ts'
import { importCourses, importInstitutions } from '../services/reference-data/imports.ts'
import * as institutions from '../services/reference-data/institutions.ts'
import { letterWriter, samples } from '../services/messages/render-email.ts'
import { retry } from '../services/messages/outbox.ts'
import * as messages from '../services/messages/outbox-list.ts'
import { createPasswordLink } from '../services/accounts/password-links.ts'
import { DomainError } from '../services/domain-error.ts'
import { resetSecondFactor } from '../services/accounts/second-factor.ts'
import { endSessionsOf } from '../services/accounts/sessions.ts'
import { exportPersonalData, samePerson } from '../services/applications/personal-data.ts'
import { countDue, retention, setRetention } from '../services/applications/retention.ts'
import * as users from '../services/accounts/users.ts'
import type { AppContext } from './context.ts'
import {
  applicationColumns,
  courseColumns,
  departmentColumns,
  institutionColumns,
  userColumns,
} from './export-columns.ts'

/** The calls of the back office (specification, section 7). */
export function adminRoutes(app: FastifyInstance, context: AppContext) {
  const { db, engine, load, mail, carrier, letterSender, mailFolder, publicUrl } = context
  const write = letterWriter(letterSender)
  serve(app, api.analytics, async () => ({ success: true, data: await analytics(db) }))
  serve(app, api.history, ({ query }, reply) => sendList(reply, history.list(db, query), query))

  serve(app, api.attachments.counts, () => counts(db))
  serve(app, api.attachments.decide, ({ body, user }) => decisions.decide(db, body, user._id))
  serve(app, api.attachments.decline, ({ params, body, user }) =>
    decisions.decline(db, params._id, body, user._id),
  )
  serve(app, api.attachments.accept, ({ params, body, user }) =>
    decisions.toggleAccepted(db, params._id, body, user._id),
  )
  serve(app, api.attachments.archive, ({ params, body, user }) =>
    decisions.toggleArchived(db, params._id, body, user._id),
  )
  serve(app, api.attachments.messages, async ({ params }) => {
    const found = await attachments.get(db, params._id)
    return found instanceof DomainError ? found : messages.messagesOf(db, write, params._id)
  })
  serveCrud<typeof api.attachments, Application>(app, load, api.attachments, {
    name: 'Application',
    list: (query) => list(db, engine.search, query),
    get: (_id) => attachments.get(db, _id),
    create: (input, by) => attachments.create(db, input, by),
    update: (_id, input, by) => attachments.update(db, _id, input, by),
    remove: (_id, by) => attachments.remove(db, _id, by),
    exported: exported('attachment'),
    filename: () => `industrial_attachments_${timestamp(new Date())}.csv`,
    columns: applicationColumns,
    describeInvalid: applicationInputMessage,
  })
  serveCrud<typeof api.institutions, Institution>(app, load, api.institutions, {
    name: 'Institution',
    list: (query) => institutions.list(db, query),
    get: (_id) => institutions.get(db, _id),
    create: (input, by) => institutions.create(db, input, by),
    update: (_id, input, by) => institutions.update(db, _id, input, by),
    remove: (_id, by) => institutions.remove(db, _id, by),
    exported: exported('institution'),
    filename: () => 'institutions.csv',
    columns: institutionColumns,
  })
  serveCrud<typeof api.courses, Course>(app, load, api.courses, {
    name: 'Course',
    list: (query) => courses.list(db, query),
    get: (_id) => courses.get(db, _id),
    create: (input, by) => courses.create(db, input, by),
    update: (_id, input, by) => courses.update(db, _id, input, by),
    remove: (_id, by) => courses.remove(db, _id, by),
    exported: exported('course'),
    filename: () => 'courses.csv',
    columns: courseColumns,
  })
  serveCrud<typeof api.departments, Department>(app, load, api.departments, {
    name: 'Department',
    list: (query) => departments.list(db, query),
    get: (_id) => departments.get(db, _id),
    create: (input, by) => departments.create(db, input, by),
    update: (_id, input, by) => departments.update(db, _id, input, by),
    remove: (_id, by) => departments.remove(db, _id, by),
    exported: exported('department'),
    filename: () => 'departments.csv',
    columns: departmentColumns,
  })
  serveCrud<typeof api.users, User>(app, load, api.users, {
    name: 'User',
    list: (query) => users.list(db, query),
    get: (_id) => users.get(db, _id),
    create: (input, by) => users.create(db, input, by),
    update: (_id, input, by) => users.update(db, _id, input, by),
    remove: (_id, by) => users.remove(db, _id, by),
    exported: exported('user'),
    filename: () => 'users.csv',
    columns: userColumns,
  })
  serve(app, api.users.passwordLink, (request) =>
    createPasswordLink(db, mail, request.params._id, publicUrl(request), request.user._id),
  )

  serve(app, api.users.endSecondFactor, ({ params, user }) =>
    resetSecondFactor(db, params._id, user._id),
  )
  serve(app, api.users.endSessions, ({ params, user }) => endSessionsOf(db, params._id, user._id))
  const { personalData } = api
  serve(app, personalData.samePerson, ({ params }) => samePerson(db, engine.search, params._id))
  serve(app, personalData.export, ({ query, user }) =>
    exportPersonalData(db, write, query.ids, user._id),
  )
  serve(app, personalData.erase, ({ body, user }) =>
    erase(db, engine, mailFolder, body.ids, user._id),
  )

  serve(app, api.retention.get, () => retention(db))
  serve(app, api.retention.preview, ({ query }) => countDue(db, query))
  serve(app, api.retention.set, ({ body, user }) => setRetention(db, body, user._id))

  serve(app, api.messages.list, ({ query }, reply) =>
    sendList(reply, messages.list(db, query), query),
  )
  serve(app, api.messages.counts, async () => ({
    ...(await messages.counts(db)),
    carrier,
  }))
  serve(app, api.messages.samples, () => samples(letterSender))
  serve(app, api.messages.retry, ({ params, user }) => retry(db, params._id, user._id))

  serve(app, api.imports.institutions, ({ body, user }) => importInstitutions(db, body, user._id))
  serve(app, api.imports.courses, ({ body, user }) => importCourses(db, body, user._id))

  function exported(entity: NonNullable<HistoryEntry['entity']>) {
    return (count: number, user: string) =>
      history.recordAudit(db, { action: 'export', entity, user, count })
  }
}

/** yyyyMMdd_HHmmss in Kenya, where the staff are. */
function timestamp(date: Date) {
  const local = date.toLocaleString('sv-SE', { timeZone: 'Africa/Nairobi' })
  return local.replaceAll(/[-:]/g, '').replace(' ', '_')
}
