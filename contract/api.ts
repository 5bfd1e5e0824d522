import { paperPath } from './constants.ts'
import * as z from 'zod/mini'
import { analyticsAnswer } from './application/analytics.ts'
import { applicationForm } from './application/application-form-api.ts'
import { lastChecks } from './checks.ts'
import {
  acceptance,
  acceptanceInput,
  archival,
  archivalInput,
  application,
  applicationCounts,
  applicationExportQuery,
  applicationInput,
  applicationQuery,
  assigneeInput,
  decided,
  decisions,
  declined,
  declineInput,
  idList,
  rankInput,
  sending,
  sendingPreview,
  smsPreview,
  smsPreviewQuery,
  someIds,
} from './application/application.ts'
import { contentCalls } from './content/calls.ts'
import { documentQuery, documentTypes } from './document/documents.ts'
import { adminCall, crud, csv, publicCall, sessionCall, withExpectedVersion } from './endpoint.ts'
import { entityCalls, importCalls } from './entities.ts'
import { funnel } from './intake/funnel.ts'
import { historyEntry, historyQuery } from './history.ts'
import { intake, intakeInput, intakeQuery } from './intake/intake.ts'
import { intakeQuestionCalls } from './intake/intake-question-calls.ts'
import { paperDecision, paperParams, remindedOfPapers } from './intake/papers.ts'
import { letterQuery, lettersQuery, ownLetter, verifiedLetter } from './intake/letter.ts'
import {
  gatewayNotice,
  gatewayParams,
  listedMessage,
  message,
  messageCounts,
  messageQuery,
  smsAccountQuery,
} from './message/message.ts'
import { resendInput, resent } from './message/resend.ts'
import { templateCalls } from './message/template.ts'
import { chosenIds, writingCalls } from './message/write.ts'
import {
  applicantCredentials,
  ownAnswers,
  ownApplication,
  ownContactBy,
  ownOfferAnswer,
  ownPaper,
  ownReplacement,
} from './application/own-application.ts'
import { note, noteInput, noteParams } from './application/note.ts'
import {
  calendarLink,
  newCalendarLink,
  placement,
  placementInput,
  placementQuery,
} from './intake/placement.ts'
import { erased, erasure, personalData, personalDataQuery } from './application/personal-data.ts'
import { alike, pairInput, pairParams } from './application/same-person.ts'
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
} from './account/session.ts'
import { unlistedInput } from './application/unlisted.ts'
import { oneTimeLink } from './one-time-link.ts'
import { user } from './account/user.ts'

/** Every call of the API by its name. */
export const api = {
  auth: {
    login: publicCall.post(
      '/auth/login',
      'Sign in; with a second factor, a 401 with `secondFactor` asks for its code',
      { body: credentials, response: session },
    ),
    me: sessionCall.get('/auth/me', 'Read the signed-in user', { response: z.object({ user }) }),
    logout: sessionCall.post('/auth/logout', 'Sign out and invalidate the token'),
    setPassword: publicCall.post('/auth/password', 'Set a password with a one-time link', {
      body: passwordSetting,
    }),
    changePassword: sessionCall.put(
      '/auth/password',
      'Change your password; all sessions end, the response carries a new one',
      { body: passwordChange, response: session },
    ),
    sessions: sessionCall.get(
      '/auth/sessions',
      'List your sessions, the most recently used first',
      { response: z.array(ownSession) },
    ),
    endSession: sessionCall.delete('/auth/sessions/:_id', 'End one of your sessions'),
    endOtherSessions: sessionCall.delete('/auth/sessions', 'End all your sessions except this one'),
    secondFactor: sessionCall.get(
      '/auth/second-factor',
      'Read whether your sign-in asks for a code besides the password',
      { response: secondFactor },
    ),
    prepareSecondFactor: sessionCall.post(
      '/auth/second-factor',
      'Create a secret for an authenticator app; it has no effect until confirmed',
      { status: 201, body: secondFactorRequest, response: secondFactorSecret },
    ),
    confirmSecondFactor: sessionCall.put(
      '/auth/second-factor',
      'Turn on the second factor with a code of the app',
      { body: secondFactorCode, response: recoveryCodes },
    ),
    endSecondFactor: sessionCall.post('/auth/second-factor/off', 'Turn off the second factor', {
      body: secondFactorEnd,
    }),
  },

  public: {
    ...applicationForm,
    ownApplication: publicCall.post(
      '/users/applications/status',
      'Read the status of an application, by its reference ID and one of its contacts',
      { body: applicantCredentials, response: ownApplication },
    ),
    ownAnswers: publicCall.post(
      '/users/applications/copy',
      'Read the answers of an application, as its applicant',
      { body: applicantCredentials, response: ownAnswers },
    ),
    withdraw: publicCall.post(
      '/users/applications/withdrawal',
      'Withdraw an application, as its applicant',
      { body: applicantCredentials, response: ownApplication },
    ),
    answerOffer: publicCall.post(
      '/users/applications/offer',
      'Confirm or decline the offer of a place, as its applicant',
      { body: ownOfferAnswer, response: ownApplication },
    ),
    setContactBy: publicCall.post(
      '/users/applications/contact',
      'Choose e-mail, SMS or both for the messages about an application, as its applicant',
      { body: ownContactBy, response: ownApplication },
    ),
    ownLetter: publicCall.post(
      '/users/applications/letter',
      'Download a letter about an application, as its applicant',
      { body: ownLetter, mediaTypes: ['application/pdf'] },
    ),
    verifyLetter: publicCall.get('/users/verify/:code', 'Check the code of a letter', {
      params: z.object({ code: z.string() }),
      response: verifiedLetter,
    }),
    sendPaper: publicCall.post(
      paperPath,
      'Send a paper that is asked for, by its upload key, as the applicant',
      { body: ownPaper, response: ownApplication },
    ),
    replaceDocument: publicCall.post(
      '/users/applications/documents',
      'Replace a document of an application by a file or a link, until the decision',
      { body: ownReplacement, response: ownApplication },
    ),
  },

  attachments: {
    ...crud('an application', 'applications', {
      record: application,
      input: applicationInput,
      query: applicationQuery,
      path: 'attachments',
    }),
    export: adminCall.get('/admin/export/attachments', 'Export applications as CSV', {
      query: applicationExportQuery,
      mediaTypes: csv,
    }),
    ids: adminCall.get('/admin/attachments/ids', 'List the ids of applications, to write to them', {
      query: applicationQuery,
      response: chosenIds,
    }),
    accept: adminCall.put(
      '/admin/attachments/:_id/accept',
      'Accept an application or revoke its acceptance; toggles without a body',
      { body: acceptanceInput, response: acceptance },
    ),
    archive: adminCall.put(
      '/admin/attachments/:_id/archive',
      'Archive or unarchive an application; toggles without a body',
      { body: archivalInput, response: archival },
    ),
    decline: adminCall.put(
      '/admin/attachments/:_id/decline',
      'Decline an application with a reason; accepting or unarchiving it reverses that',
      { body: declineInput, response: declined },
    ),
    decide: adminCall.post(
      '/admin/attachments/decisions',
      'Accept, revoke, archive, decline or bring back many applications at once',
      { body: decisions, response: decided },
    ),
    sendDecisions: adminCall.post(
      '/admin/attachments/decisions/send',
      'Carry out the planned decisions of many applications, and send the answers',
      { body: sending, response: decided },
    ),
    previewDecisions: adminCall.post(
      '/admin/attachments/decisions/preview',
      'Read the messages that the planned decisions would send',
      { body: sending, response: sendingPreview },
    ),
    assign: adminCall.put(
      '/admin/attachments/:_id/assignee',
      'Assign an application to a user, or to nobody',
      { body: assigneeInput, response: application },
    ),
    confirmUnlisted: adminCall.post(
      '/admin/attachments/:_id/unlisted',
      'Replace the typed institution and course by ones of the list, which may be new',
      { body: unlistedInput, response: application },
    ),
    samePerson: adminCall.get(
      '/admin/attachments/:_id/same-person',
      'List other applications that may be of the same person, newest first',
      { response: z.array(alike) },
    ),
    decidePair: adminCall.put(
      '/admin/attachments/:_id/same-person/:otherId',
      'Say whether two applications are of the same person; the one not kept is declined',
      { params: pairParams, body: pairInput, response: alike },
    ),
    rank: adminCall.put('/admin/attachments/:_id/rank', 'Move an application on the waiting list', {
      body: rankInput,
      response: application,
    }),
    decidePaper: adminCall.put(
      '/admin/attachments/:_id/papers/:purpose',
      'Accept a paper that an applicant has sent, or send it back with a reason',
      { params: paperParams, body: paperDecision, response: application },
    ),
    remindOfPapers: adminCall.post(
      '/admin/attachments/papers/remind',
      'Remind the applicants of chosen applications of their missing papers',
      { body: z.object({ ids: someIds }), response: remindedOfPapers },
    ),
    notes: adminCall.get(
      '/admin/attachments/:_id/notes',
      'List the private notes on an application, oldest first',
      { response: z.array(note) },
    ),
    addNote: adminCall.post('/admin/attachments/:_id/notes', 'Add a private note', {
      status: 201,
      body: noteInput,
      response: note,
    }),
    removeNote: adminCall.delete(
      '/admin/attachments/:_id/notes/:note',
      'Delete a note that you wrote within the last hour',
      { params: noteParams },
    ),
    letter: adminCall.get('/admin/attachments/:_id/letter', 'Make a letter as PDF', {
      query: letterQuery,
      mediaTypes: ['application/pdf'],
    }),
    letters: adminCall.get(
      '/admin/attachments/letters.pdf',
      'Make the letters of chosen applications as one PDF',
      { query: lettersQuery, mediaTypes: ['application/pdf'] },
    ),
    counts: adminCall.get('/admin/attachments/counts', 'Count applications by status', {
      response: applicationCounts,
    }),
    messages: adminCall.get(
      '/admin/attachments/:_id/messages',
      'List the messages to its applicant, newest first',
      { response: z.array(message) },
    ),
    documents: adminCall.get(
      '/admin/attachments/documents.zip',
      'Download the documents of chosen applications as one ZIP file',
      { query: z.object({ ids: idList }), mediaTypes: ['application/zip'] },
    ),
  },

  documents: {
    open: adminCall.get('/admin/documents/:_id', 'Read the bytes of a document', {
      query: documentQuery,
      mediaTypes: Object.keys(documentTypes),
    }),
    request: adminCall.post(
      '/admin/documents/:_id/request',
      'Ask the applicant for another document, with a one-time link to replace this one',
      { status: 201, response: oneTimeLink },
    ),
  },

  ...entityCalls,
  users: {
    ...entityCalls.users,
    passwordLink: adminCall.post(
      '/admin/users/:_id/password-link',
      'Create a one-time link to set the password of a user',
      { status: 201, response: oneTimeLink },
    ),
    endSecondFactor: adminCall.delete(
      '/admin/users/:_id/second-factor',
      'Turn off the second factor of a user who lost it',
    ),
    endSessions: adminCall.delete('/admin/users/:_id/sessions', 'Sign a user out everywhere'),
  },

  intakes: {
    ...crud('an intake', 'intakes', { record: intake, input: intakeInput, query: intakeQuery }),
    funnel: adminCall.get(
      '/admin/intakes/:_id/funnel',
      'Count the applications of an intake by step, department, institution, county and gender',
      { response: funnel },
    ),
    exportFunnel: adminCall.get(
      '/admin/intakes/:_id/funnel.csv',
      'Export the funnel of an intake; small numbers are hidden',
      { mediaTypes: csv },
    ),
  },

  placements: {
    list: adminCall.get('/admin/placements', 'List placements, the first to start first', {
      query: placementQuery,
      response: z.array(placement),
    }),
    get: adminCall.get('/admin/placements/:_id', 'Read a placement', { response: placement }),
    update: adminCall.put('/admin/placements/:_id', 'Replace a placement', {
      body: withExpectedVersion(placementInput),
      response: placement,
    }),
    ids: adminCall.get(
      '/admin/placements/ids',
      'List the ids of the applications of placements, to write to them',
      { query: placementQuery, response: chosenIds },
    ),
    export: adminCall.get('/admin/export/placements', 'Export placements as CSV', {
      query: placementQuery,
      mediaTypes: csv,
    }),
  },

  calendar: {
    get: adminCall.get('/admin/calendar', 'Read whether you have a calendar link', {
      response: calendarLink,
    }),
    create: adminCall.post(
      '/admin/calendar',
      'Create a link to the calendar of placements; an earlier link ends',
      { status: 201, response: newCalendarLink },
    ),
    remove: adminCall.delete('/admin/calendar', 'End your calendar link'),
  },

  content: contentCalls,

  personalData: {
    export: adminCall.get(
      '/admin/personal-data',
      'Export all data about the person of these applications',
      { query: personalDataQuery, response: personalData },
    ),
    erase: adminCall.post(
      '/admin/personal-data/erasures',
      'Erase a person: their applications are deleted, the counts stay',
      { body: erasure, response: erased },
    ),
  },

  retention: {
    get: adminCall.get('/admin/retention', 'Read how long applications are kept, by status', {
      response: retention,
    }),
    preview: adminCall.get(
      '/admin/retention/preview',
      'Count the applications that a retention period would remove now',
      { query: retentionPreviewQuery, response: retentionPreview },
    ),
    set: adminCall.put('/admin/retention', 'Set how long applications are kept', {
      body: retentionInput,
      response: retention,
    }),
  },

  messages: {
    list: adminCall.get('/admin/messages', 'List messages to applicants, newest first', {
      query: messageQuery,
      response: z.array(listedMessage),
    }),
    counts: adminCall.get(
      '/admin/messages/counts',
      'Count waiting and failed messages, and say whether e-mails pause',
      { response: messageCounts },
    ),
    preview: adminCall.post(
      '/admin/messages/preview',
      'Count the SMS that a decision would send, with their parts and cost',
      { body: smsPreviewQuery, response: smsPreview },
    ),
    account: adminCall.get(
      '/admin/messages/account.csv',
      'Export the SMS of a month with their parts and cost, by day',
      { query: smsAccountQuery, mediaTypes: csv },
    ),
    resend: adminCall.post(
      '/admin/messages/resend',
      'Queue messages again: some, or every failed e-mail since a time',
      { body: resendInput, response: resent },
    ),
    retry: adminCall.post('/admin/messages/:_id/retry', 'Retry a failed message'),
    ...writingCalls,
  },

  intakeQuestions: intakeQuestionCalls,
  messageTemplates: templateCalls,

  sms: {
    report: publicCall.post('/sms/:secret/report', 'Take a delivery report of the SMS gateway', {
      params: gatewayParams,
      body: gatewayNotice,
    }),
    incoming: publicCall.post('/sms/:secret/incoming', 'Take the SMS of a person, such as STOP', {
      params: gatewayParams,
      body: gatewayNotice,
    }),
  },

  imports: importCalls,

  history: adminCall.get('/admin/history', 'List the history, newest first', {
    query: historyQuery,
    response: z.array(historyEntry),
  }),

  analytics: adminCall.get('/admin/analytics', 'Read the figures of the dashboard', {
    response: analyticsAnswer,
  }),

  checks: adminCall.get('/admin/checks', 'Read what the last check of the server found', {
    response: lastChecks,
  }),
}
