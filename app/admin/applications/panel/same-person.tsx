import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import type { Alike } from '../../../../contract/application/same-person.ts'
import { queryOf, request } from '../../../api/session.ts'
import { countOf } from '../../../lib/count-of.ts'
import { Button } from '../../../ui/button.tsx'
import { PlainStatus } from '../../application-status.tsx'
import { DateOnly, DateTime } from '../../date-time.tsx'
import { Fold } from '../../fold.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { useAction } from '../../use-action.ts'
import { ComparePersonDialog } from '../dialogs/compare-person-dialog.tsx'
import { likenessLabels } from '../labels.ts'

interface SamePersonProps {
  application: Application
  list: ListState
}

/**
 * Other applications that may be of the same person; renders nothing without any. Unfolded while the list
 * is filtered by them.
 */
export function SamePerson({ application, list }: SamePersonProps) {
  const [comparing, setComparing] = useState<Alike | null>(null)
  return (
    <>
      <Others of={application} list={list} onCompare={setComparing} />
      {/* Outside the list: a reply that empties the list, or a failed one, leaves the dialog open. */}
      {comparing ? (
        <ComparePersonDialog
          application={application}
          other={comparing.application}
          onClose={() => setComparing(null)}
        />
      ) : null}
    </>
  )
}

interface OthersProps {
  of: Application
  list: ListState
  onCompare: (other: Alike) => void
}

function Others({ of, list, onCompare }: OthersProps) {
  const { _id } = of
  const query = useQuery(
    queryOf(['attachments', 'same-person', _id], api.attachments.samePerson, { params: { _id } }),
  )
  if (query.isError) {
    return (
      <LoadFailure onRetry={query.refetch}>
        Other applications of this person could not be loaded.
      </LoadFailure>
    )
  }
  const others = query.data ?? []
  if (others.length === 0) return null
  const isLikely = ({ strength, state }: Alike) => strength === 'likely' && state === 'open'
  const likely = others.filter(isLikely).length
  return (
    <Fold
      open={list.filter('sameAs') !== ''}
      className="mb-5 rounded-md border border-l-8 border-mango-400 bg-white px-4 text-sm"
      summary={
        <span className="font-semibold">
          {countOf(others.length, 'other application')}
          {likely > 0 ? `, ${likely} likely of the same person` : ''}
        </span>
      }
    >
      <ul className="divide-y divide-sand-200 border-t border-sand-200">
        {others.map((other) => (
          <OtherApplication
            key={other.application._id}
            of={of}
            other={other}
            onCompare={() => onCompare(other)}
          />
        ))}
      </ul>
    </Fold>
  )
}

interface OtherApplicationProps {
  of: Application
  other: Alike
  onCompare: () => void
}

function OtherApplication({ of, other, onCompare }: OtherApplicationProps) {
  const { application, why, strength, state, by, at } = other
  const { name, referenceId, status, intake, createdAt } = application
  const reopen = useAction({
    do: () =>
      request(api.attachments.decidePair, {
        params: { _id: of._id, otherId: application._id },
        body: { state: 'open' },
      }),
    done: 'Open again. Nobody was told, and a declined application stays declined.',
    failed: 'Failed to open this again',
  })
  return (
    <li className="py-2">
      <p className="wrap-anywhere">
        <span dir="auto" className="font-semibold">
          {name}
        </span>
        , {referenceId} <PlainStatus of={status} />
      </p>
      <p className="text-muted">
        {intake?.name ?? 'Without an intake'}, received <DateOnly of={createdAt} />
      </p>
      <p>
        {strength === 'likely'
          ? `Likely the same person: same ${likenessOf(why)}`
          : 'Shares a phone number'}
      </p>
      {by && at ? (
        <p>
          {state === 'same' ? 'Same person' : 'Different people'}, says {by.name},{' '}
          <DateTime of={at} />
        </p>
      ) : null}
      <div className="mt-1 flex flex-wrap gap-2">
        {state === 'open' ? (
          <Button size="sm" variant="outline" onClick={onCompare}>
            Compare<span className="sr-only"> with {referenceId}</span>
          </Button>
        ) : (
          <Button
            size="sm"
            variant="outline"
            aria-disabled={reopen.isPending || undefined}
            onClick={() => (reopen.isPending ? undefined : reopen.mutate(undefined))}
          >
            Decide again<span className="sr-only"> about {referenceId}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

/** The phone number alone is no sign of one person: the first name is the same, too. */
function likenessOf(why: Alike['why']) {
  if (why.join() === 'phone') return `${likenessLabels.phone} and first name`
  return why.map((one) => likenessLabels[one]).join(', ')
}
