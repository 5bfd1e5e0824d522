import * as z from 'zod/mini'
import { analyticsAnswer } from './analytics.ts'
import {
  acceptance,
  archival,
  attachment,
  attachmentCounts,
  attachmentExportQuery,
  attachmentInput,
  attachmentQuery,
  attachmentReceipt,
  attachmentSubmission,
  decided,
  decisions,
  idempotencyHeaders,
} from './attachment.ts'
import { course, courseInput, courseQuery } from './course.ts'
import { department, departmentInput, departmentQuery } from './department.ts'
import { byId, crud, done, endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { historyEntry, historyQuery } from './history.ts'
import { importAnswer, importInput, importLimits } from './import.ts'
import { institution, institutionInput, institutionQuery } from './institution.ts'
import { erased, erasure, personalData, personalDataQuery } from './personal-data.ts'
import { retention, retentionInput, retentionPreview, retentionPreviewQuery } from './retention.ts'
import {
  credentials,
  ownSession,
  passwordChange,
  passwordSetting,
  recoveryCodes,
  secondFactor,
  secondFactorCode,
  secondFactorEnd,
  secondFactorRequest,
  secondFactorSecret,
  session,
} from './session.ts'
import { passwordLink, user, userInput, userQuery } from './user.ts'

/** Every call of the API by its name (specification, section 7). */
export const api = {
  auth: {
    login: endpoint({
      method: 'POST',
      path: '/auth/login',
      summary: 'Sign in; where a second factor is on, 401 with `secondFactor` asks for its code',
      access: 'public',
      status: 200,
      body: credentials,
      response: session,
    }),
    me: endpoint({
      method: 'GET',
      path: '/auth/me',
      summary: 'Who is signed in',
      access: 'session',
      status: 200,
      response: z.object({ user }),
    }),
    logout: endpoint({
      method: 'POST',
      path: '/auth/logout',
      summary: 'Sign out: the token is worth nothing from now on',
      access: 'session',
      status: 200,
      response: done,
    }),
    setPassword: endpoint({
      method: 'POST',
      path: '/auth/password',
      summary: 'Set a password with a one-time link',
      access: 'public',
      status: 200,
      body: passwordSetting,
      response: done,
    }),
    changePassword: endpoint({
      method: 'PUT',
      path: '/auth/password',
      summary: 'Change the own password; all sessions end, the answer carries a new one',
      access: 'session',
      status: 200,
      body: passwordChange,
      response: session,
    }),
    sessions: endpoint({
      method: 'GET',
      path: '/auth/sessions',
      summary: 'The own sessions, the one used last first',
      access: 'session',
      status: 200,
      response: z.array(ownSession),
    }),
    endSession: endpoint({
      method: 'DELETE',
      path: '/auth/sessions/:_id',
      summary: 'End one of the own sessions',
      access: 'session',
      status: 200,
      params: byId,
      response: done,
    }),
    endOtherSessions: endpoint({
      method: 'DELETE',
      path: '/auth/sessions',
      summary: 'End all own sessions but the one that asks',
      access: 'session',
      status: 200,
      response: done,
    }),
    secondFactor: endpoint({
      method: 'GET',
      path: '/auth/second-factor',
      summary: 'Whether the own sign-in asks for a code besides the password',
      access: 'session',
      status: 200,
      response: secondFactor,
    }),
    prepareSecondFactor: endpoint({
      method: 'POST',
      path: '/auth/second-factor',
      summary: 'Make a secret for an authenticator app; of no effect until it is confirmed',
      access: 'session',
      status: 201,
      body: secondFactorRequest,
      response: secondFactorSecret,
    }),
    confirmSecondFactor: endpoint({
      method: 'PUT',
      path: '/auth/second-factor',
      summary: 'Turn the second factor on with a code of the app',
      access: 'session',
      status: 200,
      body: secondFactorCode,
      response: recoveryCodes,
    }),
    endSecondFactor: endpoint({
      method: 'POST',
      path: '/auth/second-factor/off',
      summary: 'Turn the second factor off',
      access: 'session',
      status: 200,
      body: secondFactorEnd,
      response: done,
    }),
  },

  public: {
    submit: endpoint({
      method: 'POST',
      path: '/users/industrial-attachments',
      summary: 'Apply for an industrial attachment',
      access: 'public',
      status: 201,
      headers: idempotencyHeaders,
      body: attachmentSubmission,
      response: attachmentReceipt,
    }),
    institutions: endpoint({
      method: 'GET',
      path: '/users/institutions',
      summary: 'Institutions to choose from, by name',
      access: 'public',
      status: 200,
      response: z.array(z.pick(institution, { _id: true, name: true, county: true })),
    }),
    departments: endpoint({
      method: 'GET',
      path: '/users/departments',
      summary: 'Departments to choose from, by name',
      access: 'public',
      status: 200,
      response: z.array(z.pick(department, { _id: true, name: true })),
    }),
    courses: endpoint({
      method: 'GET',
      path: '/users/courses',
      summary: 'Courses to choose from, by name; of one institution where it is named',
      access: 'public',
      status: 200,
      query: z.object({ institution: z.optional(id) }),
      response: z.array(
        z.pick(course, { _id: true, name: true, institution: true, certification: true }),
      ),
    }),
  },

  attachments: {
    ...crud('application', 'attachments', attachment, attachmentInput, attachmentQuery),
    export: endpoint({
      method: 'GET',
      path: '/admin/export/attachments',
      summary: 'Export applications as CSV',
      access: 'admin',
      status: 200,
      query: attachmentExportQuery,
    }),
    accept: endpoint({
      method: 'PUT',
      path: '/admin/attachments/:_id/accept',
      summary: 'Accept an application, or revoke its acceptance',
      access: 'admin',
      status: 200,
      params: byId,
      response: acceptance,
    }),
    archive: endpoint({
      method: 'PUT',
      path: '/admin/attachments/:_id/archive',
      summary: 'Archive an application, or bring it back',
      access: 'admin',
      status: 200,
      params: byId,
      response: archival,
    }),
    decide: endpoint({
      method: 'POST',
      path: '/admin/attachments/decisions',
      summary: 'Accept, revoke, archive or bring back many applications at once',
      access: 'admin',
      status: 200,
      body: decisions,
      response: decided,
    }),
    counts: endpoint({
      method: 'GET',
      path: '/admin/attachments/counts',
      summary: 'How many applications there are by status',
      access: 'admin',
      status: 200,
      response: attachmentCounts,
    }),
  },
  institutions: crud(
    'institution',
    'institutions',
    institution,
    institutionInput,
    institutionQuery,
  ),
  courses: crud('course', 'courses', course, courseInput, courseQuery),
  departments: crud('department', 'departments', department, departmentInput, departmentQuery),
  users: {
    ...crud('user', 'users', user, userInput, userQuery),
    passwordLink: endpoint({
      method: 'POST',
      path: '/admin/users/:_id/password-link',
      summary: 'Make a one-time link by which a user sets a password',
      access: 'admin',
      status: 201,
      params: byId,
      response: passwordLink,
    }),
    endSecondFactor: endpoint({
      method: 'DELETE',
      path: '/admin/users/:_id/second-factor',
      summary: 'Turn off the second factor of a user who has lost it',
      access: 'admin',
      status: 200,
      params: byId,
      response: done,
    }),
    endSessions: endpoint({
      method: 'DELETE',
      path: '/admin/users/:_id/sessions',
      summary: 'Sign a user out everywhere',
      access: 'admin',
      status: 200,
      params: byId,
      response: done,
    }),
  },

  personalData: {
    samePerson: endpoint({
      method: 'GET',
      path: '/admin/attachments/:_id/same-person',
      summary: 'The applications with the same e-mail address or phone number, newest first',
      access: 'admin',
      status: 200,
      params: byId,
      response: z.array(attachment),
    }),
    export: endpoint({
      method: 'GET',
      path: '/admin/personal-data',
      summary: 'All that is held on the person of these applications',
      access: 'admin',
      status: 200,
      query: personalDataQuery,
      response: personalData,
    }),
    erase: endpoint({
      method: 'POST',
      path: '/admin/personal-data/erasures',
      summary: 'Erase a person: the applications go for good, the counts stay',
      access: 'admin',
      status: 200,
      body: erasure,
      response: erased,
    }),
  },

  retention: {
    get: endpoint({
      method: 'GET',
      path: '/admin/retention',
      summary: 'For how long applications are kept, by status',
      access: 'admin',
      status: 200,
      response: retention,
    }),
    preview: endpoint({
      method: 'GET',
      path: '/admin/retention/preview',
      summary: 'How many applications a period would remove now',
      access: 'admin',
      status: 200,
      query: retentionPreviewQuery,
      response: retentionPreview,
    }),
    set: endpoint({
      method: 'PUT',
      path: '/admin/retention',
      summary: 'Set for how long applications are kept',
      access: 'admin',
      status: 200,
      body: retentionInput,
      response: retention,
    }),
  },

  imports: {
    institutions: importOf('institutions'),
    courses: importOf('courses'),
  },

  history: endpoint({
    method: 'GET',
    path: '/admin/history',
    summary: 'Who did what, newest first',
    access: 'admin',
    status: 200,
    query: historyQuery,
    response: z.array(historyEntry),
  }),

  analytics: endpoint({
    method: 'GET',
    path: '/admin/analytics',
    summary: 'The figures of the dashboard',
    access: 'admin',
    status: 200,
    response: analyticsAnswer,
  }),
}

function importOf(plural: 'institutions' | 'courses') {
  return endpoint({
    method: 'POST',
    path: `/admin/import/${plural}`,
    summary: `Import ${plural} from CSV, all or none, or see what would happen`,
    access: 'admin',
    status: 200,
    body: importInput,
    response: importAnswer,
    // JSON may need two bytes for a character of the file, and more for the rare ones.
    longestBody: 2 * importLimits.length,
  })
}
