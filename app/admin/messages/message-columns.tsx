import { Link } from 'react-router'

import {
  type ListedMessage,
  messageDeclarations,
  type SmsStatus,
} from '../../../contract/message/message.ts'
import { Badge } from '../../ui/badge.tsx'
import { stateLabel, stateReason, stateTone, transportNames } from '../activity/message-labels.ts'
import { ResendButton } from '../activity/resend-button.tsx'
import { DateTime } from '../date-time.tsx'
import type { Column } from '../lists/data-table.tsx'
import { partsAndCost } from './money.ts'

/** Columns of the list of messages. Without SMS, there is no column for the transport. */
export function messageColumns(sms: SmsStatus | undefined): Column<ListedMessage>[] {
  return [
    {
      header: 'When',
      sort: 'createdAt',
      cell: ({ createdAt }) => <DateTime of={createdAt} />,
      className: 'w-48',
      card: 'nameless',
    },
    {
      header: 'To',
      sort: 'name',
      cell: ({ application }) =>
        application && (
          <Link className="link py-1" to={`/admin/industrial-attachments?open=${application._id}`}>
            {application.name}
          </Link>
        ),
    },
    { header: 'Message', cell: labelOf, className: 'w-48' },
    ...(sms ? [transportColumn(sms)] : []),
    {
      header: 'State',
      cell: (message) => (
        <span className="min-w-0 wrap-anywhere *:whitespace-normal">
          <Badge tone={stateTone(message)}>{stateLabel(message)}</Badge> {stateReason(message)}
        </span>
      ),
    },
    {
      header: 'Actions',
      cell: (message) => (
        <ResendButton message={message} of={`${labelOf(message)}, ${message.application?.name}`} />
      ),
      className: 'w-32',
      card: 'nameless',
    },
  ]
}

function labelOf({ kind }: ListedMessage) {
  return messageDeclarations[kind].label
}

function transportColumn({ currency }: SmsStatus): Column<ListedMessage> {
  return {
    header: 'Transport',
    cell: ({ transport, parts, cost }) => (
      <span>
        {transportNames[transport]}
        {parts === null ? null : (
          <span className="text-muted">, {partsAndCost({ parts, cost }, currency)}</span>
        )}
      </span>
    ),
    className: 'w-44',
  }
}
