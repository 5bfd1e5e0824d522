import { api } from '../../../contract/api.ts'
import type { Application } from '../../../contract/application/application.ts'
import type { PersonalData } from '../../../contract/application/personal-data.ts'
import type { Database } from '../../database/tables.ts'
import { readAll } from './application-list.ts'
import { notesOf } from './notes.ts'
import { pairsOf } from './same-person.ts'
import { eventsOn, recordHistory } from '../history.ts'
import type { RenderMessage } from '../messages/render-message.ts'
import { lettersOf } from '../letters/verify-letter.ts'
import { messagesOf } from '../messages/outbox-list.ts'
import { placementOf } from '../placements/placements.ts'
import { now } from '../ids.ts'
import { notFound } from '../domain-error.ts'
import { findRow } from '../rows.ts'

/** All data about the person of these applications. The history records the export. */
export async function exportPersonalData(
  db: Database,
  render: RenderMessage,
  ids: string[],
  by: string,
) {
  const applications = await readAll(db, ids)
  if (applications.length === 0) return notFound('application')
  const answer: PersonalData = {
    exportedAt: now(),
    documentFiles: documentFilesOf(applications),
    applications: await Promise.all(
      applications.map((application) => allOf(db, render, application)),
    ),
  }
  const found = applications.map(({ _id }) => _id)
  await recordHistory(db, ...eventsOn('export', found, by))
  return answer
}

function documentFilesOf(applications: Application[]) {
  const withDocuments = applications.filter(({ documents }) => documents.length > 0)
  if (withDocuments.length === 0) return null
  const ids = withDocuments.map(({ _id }) => _id).join()
  return `/api${api.attachments.documents.path}?ids=${ids}`
}

async function allOf(
  db: Database,
  render: RenderMessage,
  application: Application,
): Promise<PersonalData['applications'][number]> {
  const { _id, referenceId } = application
  const searchText = await findRow(db, 'search_texts', { _id })
  const submissionKeys = await db
    .selectFrom('idempotency_keys')
    .select(['key', 'fingerprint as answersSha256', 'createdAt'])
    .where('referenceId', '=', referenceId)
    .execute()
  const placement = await findRow(db, 'placements', { attachment: _id })
  const history = await db
    .selectFrom('history')
    .select(['createdAt', 'action', 'user', 'fields', 'note'])
    .where('record', 'in', [_id, ...(placement ? [placement._id] : [])])
    .orderBy('_id')
    .execute()
  return {
    ...application,
    searchText: (searchText?.text ?? '').replaceAll(/[\u0001-\u0004]/g, ''),
    submissionKeys,
    messages: await messagesOf(db, render, _id),
    history: history.map(({ user, fields, ...event }) => ({
      ...event,
      by: user === null ? 'applicant' : 'staff',
      fields: fields === null ? null : fields.split(','),
    })),
    notes: await notesOf(db, _id),
    pairs: [...(await pairsOf(db, _id))].map(([other, { state, at }]) => ({ other, state, at })),
    placement: await placementOf(db, _id),
    letters: await lettersOf(db, _id),
  }
}
