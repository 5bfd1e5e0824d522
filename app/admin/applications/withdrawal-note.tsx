import type { Application } from '../../../contract/application.ts'
import { Moment } from '../date-time.tsx'

/** That an applicant has withdrawn, and since when; nothing if not. */
export function WithdrawalNote({ of: { withdrawnAt } }: { of: Application }) {
  if (!withdrawnAt) return null
  return (
    <section className="mb-5 rounded-md border border-l-8 border-danger bg-white px-4 py-3 text-sm">
      <h3 className="text-lg">Withdrawn by the applicant</h3>
      <p>
        <Moment of={withdrawnAt} />. To decide on it, bring it back first.
      </p>
    </section>
  )
}
