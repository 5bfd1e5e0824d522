import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { queryOf } from '../../api/session.ts'

/** More intakes than staff look back on. */
const most = 200

/** The intakes, the last to open first. Without intakes, the screen shows nothing about places. */
export function useIntakes() {
  return (
    useQuery(queryOf(['intakes', 'choices', most], api.intakes.list, { query: { limit: most } }))
      .data ?? []
  )
}
