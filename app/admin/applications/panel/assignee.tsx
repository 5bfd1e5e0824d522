import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import { request } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/input.tsx'
import { useAction } from '../../use-action.ts'
import { nameOf } from '../name-of.ts'
import { Options } from '../../../forms/record-select.tsx'
import { useMe } from '../../use-me.ts'
import { useAdministrators } from '../../intakes/record-choices.tsx'

/** The user who works on the application. */
export function Assignee({ application }: { application: Application }) {
  const { _id, assignee } = application
  const { data: me } = useMe()
  const others = useAdministrators().filter((user) => user._id !== me?._id)
  const isListed = [me, ...others].some((user) => user?._id === assignee?._id)
  const assign = useAction({
    do: ({ user }: { user: string | null; before: string | null }) =>
      request(api.attachments.assign, { params: { _id }, body: { user } }),
    done: ({ assignee: next }) => (next ? `Assigned to ${next.name}` : 'Assigned to nobody'),
    undo:
      (_answer, { user, before }) =>
      () =>
        give(before, user),
    failed: 'Failed to assign the application',
    scope: `assignee ${_id}`,
    applicantName: () => nameOf(application),
  })
  const shown = assign.isPending ? assign.variables.user : (assignee?._id ?? null)

  function give(user: string | null, before: string | null): void {
    assign.mutate({ user, before })
  }
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <label htmlFor="assignee" className="font-semibold">
        Assigned to
      </label>
      <Select
        id="assignee"
        className="max-w-56 text-sm"
        value={shown ?? ''}
        onChange={({ target }) => give(target.value || null, shown)}
      >
        <option value="">Nobody</option>
        {me ? <option value={me._id}>{me.name} (me)</option> : null}
        <Options of={others} />
        {assignee && !isListed ? <option value={assignee._id}>{assignee.name}</option> : null}
      </Select>
      {me && shown !== me._id ? (
        <Button size="sm" variant="ghost" onClick={() => give(me._id, shown)}>
          Assign to me
        </Button>
      ) : null}
    </div>
  )
}
