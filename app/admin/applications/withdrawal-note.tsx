import type { Application } from '../../../contract/application.ts'
import { DateTime } from '../date-time.tsx'

/** Withdrawal date; renders nothing if the applicant has not withdrawn. */
export function WithdrawalNote({ of: { withdrawnAt } }: { of: Application }) {
  if (!withdrawnAt) return null
  return (
    <section className="mb-5 rounded-md border border-l-8 border-danger bg-white px-4 py-3 text-sm">
      <h3 className="text-lg">Withdrawn by the applicant</h3>
      <p>
        <DateTime of={withdrawnAt} />. To decide on it, bring it back first.
      </p>
    </section>
  )
}
