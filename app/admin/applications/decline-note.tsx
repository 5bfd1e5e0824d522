import type { Application } from '../../../contract/application.ts'
import { declineReasons } from '../../../contract/constants.ts'
import { DateTime } from '../date-time.tsx'

/** Decline reason, date and message; renders nothing for other applications. */
export function DeclineNote({ of }: { of: Application }) {
  const { declined_reason, declined_message, declinedAt } = of
  if (!declined_reason || !declinedAt) return null
  return (
    <section className="mb-5 rounded-md border border-l-8 border-danger bg-white px-4 py-3 text-sm">
      <h3 className="text-lg">Declined</h3>
      <p>
        {declineReasons[declined_reason]}, <DateTime of={declinedAt} />
      </p>
      {declined_message ? (
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
          “{declined_message}”
        </p>
      ) : (
        <p className="mt-1 text-muted">Without a message.</p>
      )}
    </section>
  )
}
