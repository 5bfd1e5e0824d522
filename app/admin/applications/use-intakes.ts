import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { queryOf } from '../../api/session.ts'

/** All intakes, the last to open first. Without intakes, the screen shows nothing about places. */
export function useIntakes() {
  return useQuery(queryOf(['intakes', 'all'], api.intakes.list)).data ?? []
}
