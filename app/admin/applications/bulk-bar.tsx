import {
  ArchiveIcon,
  ArchiveRestoreIcon,
  CheckIcon,
  DownloadIcon,
  Undo2Icon,
  XIcon,
} from 'lucide-react'

import type { Decisions } from '../../../contract/attachment.ts'
import { Button } from '../../ui/button.tsx'
import { PageCheckbox } from './row-checkbox.tsx'
import type { UseDecisions } from './use-decisions.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  decisions: UseDecisions
  onExport: (ids: string[]) => void
}

/** The line above the table: how to use it, or what to do with all that are chosen. */
export function BulkBar({ selection, decisions, onExport }: BulkBarProps) {
  const ids = [...selection.ids]
  const decide = (decision: Omit<Decisions, 'ids'>) =>
    decisions.decide.mutate({ ids, ...decision }, { onSuccess: selection.clear })
  return (
    <fieldset
      aria-label="Selected applications"
      className="sticky top-(--above) z-20 flex min-w-0 h-12 items-center gap-2 overflow-x-auto bg-sand-50 px-3 *:shrink-0"
    >
      <PageCheckbox selection={selection} />
      <output className="shrink-0 text-sm font-semibold">
        {ids.length > 0 ? `${ids.length} selected` : 'Select page'}
      </output>
      {ids.length === 0 ? (
        <p className="ml-auto hidden text-xs whitespace-nowrap text-muted lg:block">
          <kbd>↑</kbd> <kbd>↓</kbd> between rows, <kbd>Enter</kbd> opens, <kbd>Shift</kbd> and a
          click selects a range
        </p>
      ) : (
        <>
          <Button size="sm" onClick={() => decide({ is_accepted: true })}>
            <CheckIcon aria-hidden="true" /> Accept
          </Button>
          <Button size="sm" variant="outline" onClick={() => decide({ is_accepted: false })}>
            <Undo2Icon aria-hidden="true" /> Revoke
          </Button>
          <Button size="sm" variant="outline" onClick={() => decide({ is_archived: true })}>
            <ArchiveIcon aria-hidden="true" /> Archive
          </Button>
          <Button size="sm" variant="outline" onClick={() => decide({ is_archived: false })}>
            <ArchiveRestoreIcon aria-hidden="true" /> Unarchive
          </Button>
          <Button size="sm" variant="outline" onClick={() => onExport(ids)}>
            <DownloadIcon aria-hidden="true" /> Export selected
          </Button>
          <Button size="sm" variant="ghost" onClick={selection.clear}>
            <XIcon aria-hidden="true" /> Clear
          </Button>
        </>
      )}
    </fieldset>
  )
}
