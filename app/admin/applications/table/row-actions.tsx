import {
  ArchiveIcon,
  ArchiveRestoreIcon,
  BanIcon,
  CheckIcon,
  ListMinusIcon,
  ListPlusIcon,
  PencilIcon,
  Trash2Icon,
  Undo2Icon,
} from 'lucide-react'

import type { Application } from '../../../../contract/application/application.ts'
import { type Decision, isEnded } from '../../../../contract/application/decision.ts'
import { IconButton } from '../../icon-button.tsx'
import { type MoreAction, MoreMenu } from '../../more-menu.tsx'
import type { OpenDialogs } from '../dialogs/decline-dialog.tsx'
import { onFirstClick } from '../first-click.ts'
import { nameOf } from '../name-of.ts'
import { canWait, refuseTakeOff, waitingDecision } from '../decisions/quiet.ts'
import type { UseDecisions } from '../decisions/use-decisions.ts'

interface RowActionsProps {
  application: Application
  decisions: UseDecisions
  dialogs: OpenDialogs
  hasIntakes: boolean
}

export function RowActions(props: RowActionsProps) {
  const { application, decisions, dialogs } = props
  const { _id, is_accepted, is_archived, updatedAt } = application
  const name = nameOf(application)
  function decide(decision: Decision) {
    const read = { ids: [_id], read: { [_id]: updatedAt } }
    decisions.decide.mutate({ decision: { ...read, ...decision }, applications: [application] })
  }
  return (
    <div className="flex gap-0.5 cards:-ml-3 cards:flex-wrap">
      <IconButton
        label="Edit"
        of={name}
        icon={PencilIcon}
        onClick={() => dialogs.onEdit(application)}
      />
      <IconButton
        label={is_accepted ? 'Revoke Acceptance' : 'Accept Application'}
        of={name}
        icon={is_accepted ? Undo2Icon : CheckIcon}
        {...onFirstClick(() => decide(decisions.meant({ is_accepted: !is_accepted })))}
      />
      <IconButton
        label={isEnded(application) ? 'Bring back' : is_archived ? 'Unarchive' : 'Archive'}
        of={name}
        icon={is_archived ? ArchiveRestoreIcon : ArchiveIcon}
        {...onFirstClick(() => decide({ is_archived: !is_archived }))}
      />
      <MoreMenu of={name} actions={moreActions(props, decide)} />
    </div>
  )
}

/** The actions in the menu of a row. */
function moreActions(
  { application, decisions, dialogs, hasIntakes }: RowActionsProps,
  decide: (decision: Decision) => void,
): MoreAction[] {
  const { _id, updatedAt } = application
  const declining: MoreAction = {
    label: application.declined_reason ? 'Change reason' : 'Decline',
    icon: BanIcon,
    onSelect: () =>
      dialogs.onDecline({
        ids: [_id],
        read: { [_id]: updatedAt },
        applications: [application],
      }),
  }
  const waiting: MoreAction = {
    label: application.waiting ? 'Take off the waiting list' : 'Put on the waiting list',
    icon: application.waiting ? ListMinusIcon : ListPlusIcon,
    onSelect: () => {
      const decision = waitingDecision([application])
      if (!refuseTakeOff(decisions.isQuiet, decision)) decide(decisions.meant(decision))
    },
  }
  return [
    ...(application.withdrawnAt ? [] : [declining]),
    ...(hasIntakes && canWait(application) ? [waiting] : []),
    {
      label: 'Delete',
      icon: Trash2Icon,
      danger: true,
      onSelect: () => dialogs.onDelete(application),
    },
  ]
}
