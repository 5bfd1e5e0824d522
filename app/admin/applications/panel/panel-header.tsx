import { ChevronDownIcon, ChevronUpIcon, XIcon } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'

import type { Application } from '../../../../contract/application/application.ts'
import { todayInKenya } from '../../../lib/today.ts'
import { buttonStyle } from '../../../ui/button.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { ApplicationStatusBadge } from '../../application-status.tsx'
import { IconButton } from '../../icon-button.tsx'
import { Kbd } from '../../kbd.tsx'
import { nameOf } from '../name-of.ts'
import { placeLabels } from '../offer-labels.ts'
import { keyCap } from '../table/shortcuts.ts'
import { summaryOf } from './summary.ts'

export interface PanelHeaderProps {
  application: Application | undefined
  /** Position of the application in the list, such as '3 of 25'. */
  position: string
  onMove: (by: 1 | -1) => void
}

/** Applicant's name and status, with the buttons Previous, Next and Close. */
export function PanelHeader({ application, position, onMove }: PanelHeaderProps) {
  return (
    <div className="flex flex-wrap items-start gap-1 border-b border-line px-5 py-3">
      <div className="min-w-0 flex-1 basis-32" aria-live="polite">
        <Radix.Title className="font-display text-xl font-bold wrap-anywhere">
          {application ? nameOf(application) : 'Application'}
        </Radix.Title>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {application ? (
            <>
              <ApplicationStatusBadge of={application} /> {application.referenceId}
            </>
          ) : null}
          {application ? <span>{position}</span> : null}
        </p>
        {application ? <PlaceLine of={application} /> : null}
      </div>
      <div className="ml-auto flex flex-col items-end gap-1.5 print:hidden">
        <div className="flex items-start gap-1">
          <IconButton
            label="Previous"
            of="application"
            hint={`Previous (${keyCap('ArrowUp')})`}
            aria-keyshortcuts="ArrowUp"
            icon={ChevronUpIcon}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label="Next"
            of="application"
            hint={`Next (${keyCap('ArrowDown')})`}
            aria-keyshortcuts="ArrowDown"
            icon={ChevronDownIcon}
            onClick={() => onMove(1)}
          />
          <Tooltip text="Close (Esc)">
            <Radix.Close
              aria-label="Close"
              className={buttonStyle({
                variant: 'ghost',
                size: 'icon',
                className: '-my-1 -mr-2',
              })}
            >
              <XIcon aria-hidden="true" />
            </Radix.Close>
          </Tooltip>
        </div>
        <p className="flex items-center gap-1.5 text-xs whitespace-nowrap text-muted max-lg:hidden">
          <Kbd>Space</Kbd> scroll <Kbd>{keyCap('z')}</Kbd> undo
        </p>
      </div>
      {application ? (
        <p dir="auto" className="basis-full text-sm wrap-anywhere">
          {summaryOf(application, todayInKenya())}
        </p>
      ) : null}
    </div>
  )
}

/** The place of the application in its intake. */
function PlaceLine({ of }: { of: Application }) {
  const labels = placeLabels(of)
  return labels.length > 0 ? <p className="text-sm text-muted">{labels.join(' · ')}</p> : null
}
