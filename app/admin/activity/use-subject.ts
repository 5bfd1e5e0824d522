import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { historyEntities, type HistoryEntity } from '../../../contract/history.ts'
import { queryOf } from '../../api/session.ts'
import { pathOf } from '../screens.ts'
import { labelOf, recordPath, screenOf } from './history-labels.ts'

/** The record that the history is restricted to, and the way back to it or to its list. */
export function useSubject(record: string, kind: string) {
  const entries = useQuery({
    ...queryOf(['history', 'subject', record], api.history, { query: { record, limit: 1 } }),
    enabled: record !== '',
  })
  const entry = entries.data?.[0]
  const entity = entry?.entity ?? historyEntities.find((one) => one === kind)
  const named = useRecordName(entity, record, entries.data?.length === 0)
  if (!record || !entity) return undefined
  const name = entry?.record?.name ?? named
  const label = labelOf(entity)
  const path = entry && recordPath(entry)
  const screen = screenOf(entity)
  return {
    title: `History of ${name ?? `one ${label.toLowerCase()}`}`,
    label: name ? `${label}: ${name}` : label,
    back:
      path && name
        ? { to: path, text: `Back to ${name}` }
        : screen && { to: pathOf(screen), text: `Back to ${screen.name}` },
  }
}

const namedRecords = {
  institution: api.institutions.get,
  course: api.courses.get,
  department: api.departments.get,
  user: api.users.get,
  intake: api.intakes.get,
}

/** The name of a record about which the history has no entry, such as one that came with the product. */
function useRecordName(entity: HistoryEntity | undefined, _id: string, isWanted: boolean) {
  const known = Object.entries(namedRecords).find(([one]) => one === entity)
  const call = known?.[1] ?? api.institutions.get
  const { data } = useQuery({
    ...queryOf(['history', 'name', entity, _id], call, { params: { _id } }),
    enabled: isWanted && known !== undefined,
    retry: false,
  })
  return data?.name
}
