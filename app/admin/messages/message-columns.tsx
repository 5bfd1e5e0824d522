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
  return [when, to, kind, ...(sms ? [transportColumn(sms)] : []), state, actions]
}

const when: Column<ListedMessage> = {
  header: 'When',
  sort: 'createdAt',
  cell: ({ createdAt }) => <DateTime of={createdAt} />,
  className: 'w-48',
  card: 'nameless',
}

const to: Column<ListedMessage> = {
  header: 'To',
  sort: 'name',
  cell: ({ application }) =>
    application && (
      <Link className="link" to={`/admin/industrial-attachments?open=${application._id}`}>
        {application.name}
      </Link>
    ),
}

const kind: Column<ListedMessage> = {
  header: 'Message',
  cell: (message) => messageDeclarations[message.kind].label,
  className: 'w-48',
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

const state: Column<ListedMessage> = {
  header: 'State',
  cell: (message) => (
    <span className="min-w-0 wrap-anywhere *:whitespace-normal">
      <Badge tone={stateTone(message)}>{stateLabel(message)}</Badge> {stateReason(message)}
    </span>
  ),
}

const actions: Column<ListedMessage> = {
  header: 'Actions',
  cell: (message) => (
    <ResendButton
      message={message}
      of={`${messageDeclarations[message.kind].label}, ${message.application?.name}`}
    />
  ),
  className: 'w-32',
  card: 'nameless',
}
