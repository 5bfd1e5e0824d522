import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { queryOf } from '../../api/session.ts'
import { countOf } from '../../lib/count-of.ts'
import { Alert } from '../../ui/alert.tsx'
import { DateOnly } from '../date-time.tsx'

/** Age in milliseconds from which the last check is too old: 3 days. Checks run daily. */
const longestAge = 3 * 24 * 60 * 60 * 1000

/** Alerts about problems that the daily check of the server found, and about a missing check. */
export function CheckAlerts() {
  const { data, dataUpdatedAt } = useQuery(queryOf(['checks'], api.checks))
  if (!data) return null
  const { at, findings } = data
  return (
    <>
      {dataUpdatedAt - Date.parse(at) > longestAge ? (
        <Alert>
          Doctor, the daily check of the server, has not run since <DateOnly of={at} />: see “What
          runs by itself” in docs/operations.md.
        </Alert>
      ) : null}
      {findings.length > 0 ? (
        <Alert>
          <p>
            The server has {countOf(findings.length, 'problem')} (last check: <DateOnly of={at} />
            ). Please pass this on to the person who looks after it.
          </p>
          <ul className="mt-3 space-y-3 wrap-anywhere">
            {findings.map(({ title, what, todo }) => (
              <li key={`${title} ${what}`}>
                <p className="font-semibold">
                  {title}: {what}
                </p>
                <p className="text-sm">To do: {todo}</p>
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </>
  )
}
