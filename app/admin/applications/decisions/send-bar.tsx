import { SendIcon } from 'lucide-react'
import { useState } from 'react'

import { api } from '../../../../contract/api.ts'
import { countOf } from '../../../lib/count-of.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { useTotal } from '../../lists/use-list.ts'
import { SendDialog } from '../dialogs/send-dialog.tsx'
import type { UseDecisions } from './use-decisions.ts'

interface SendBarProps {
  list: ListState
  decisions: UseDecisions
  onQuiet: (on: boolean) => void
}

/** The switch "Plan answers, send later", and the button that sends the planned answers. */
export function SendBar({ list, decisions, onQuiet }: SendBarProps) {
  const [isSending, setSending] = useState(false)
  const intake = list.filter('intake')
  const planned = { planned: 'true', intake }
  const { data: number = 0 } = useTotal(api.attachments.list, 'attachments', planned)
  const answers = countOf(number, 'answer')
  return (
    <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1">
      <label
        htmlFor="decide-quietly"
        className="flex min-h-9 items-center gap-2.5 text-sm font-semibold max-lg:min-h-11"
      >
        <Checkbox
          id="decide-quietly"
          checked={decisions.isQuiet}
          onChange={({ target }) => onQuiet(target.checked)}
        />
        Plan answers, send later
      </label>
      {decisions.isQuiet ? (
        <p className="text-sm text-muted">
          Accept, Decline and Waiting list are only planned, until you send them.
        </p>
      ) : null}
      {number > 0 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <button
            type="button"
            className="link min-h-9 text-sm max-lg:min-h-11"
            onClick={() => list.change({ planned: 'true', offer: '', waiting: '' })}
          >
            {answers} planned
          </button>
          <Button size="sm" onClick={() => setSending(true)}>
            <SendIcon aria-hidden="true" /> Send {answers}
          </Button>
        </div>
      ) : null}
      {isSending ? (
        <SendDialog planned={planned} send={decisions.send} onClose={() => setSending(false)} />
      ) : null}
    </div>
  )
}
