import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import { languageNames, languages } from '../../../contract/languages.ts'
import {
  type ListedMessage,
  messageDeclarations,
  messageKinds,
  type MessageSample,
} from '../../../contract/message.ts'
import { declineReasons } from '../../../contract/decline-reasons.ts'
import { DataTable, type Column } from '../../admin/lists/data-table.tsx'
import { FilterSelect } from '../../admin/lists/filter-select.tsx'
import { EmailPreview } from '../../admin/activity/email-preview.tsx'
import { ListBody } from '../../admin/lists/list-body.tsx'
import { stateLabel, stateReason, stateTones } from '../../admin/activity/message-labels.ts'
import { DateTime } from '../../admin/date-time.tsx'
import { LoadFailure } from '../../admin/load-failure.tsx'
import { ResendButton } from '../../admin/activity/resend-button.tsx'
import { ScreenHeader } from '../../admin/screen-header.tsx'
import { StatCards } from '../../admin/stat-cards.tsx'
import { useListState } from '../../admin/lists/use-list-state.ts'
import { SearchBox } from '../../admin/lists/search-box.tsx'
import { useList } from '../../admin/lists/use-list.ts'
import { sentenceOf } from '../../api/call.ts'
import { queryOf } from '../../api/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Select } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'

export const meta = () => [{ title: 'Messages · Back office' }]

/** List of all messages to applicants with their delivery states, and a sample of each kind. */
export default function MessagesScreen() {
  const list = useListState()
  const page = useList(
    api.messages.list,
    { ...list.filters(['only']), q: list.q, sort: list.sort, page: list.page },
    { name: 'messages', failed: failureOf },
  )
  const counts = useQuery(queryOf(['messages', 'counts'], api.messages.counts))
  return (
    <>
      <ScreenHeader title="Messages" lead="What applicants are told by e-mail" />
      <div className="mt-4 space-y-4">
        {counts.data?.carrier === 'file' ? (
          <Alert>
            No mail server is set up: messages are put into files on the server, and reach nobody by
            themselves.
          </Alert>
        ) : null}
        <StatCards
          loads={[counts]}
          stats={[
            { label: 'Waiting', value: counts.data?.waiting, to: '?only=waiting' },
            { label: 'Did not go out', value: counts.data?.failed, to: '?only=failed' },
          ]}
        />
        <div className="flex flex-wrap gap-3">
          <SearchBox
            value={list.q}
            placeholder="Search by applicant..."
            onSearch={(q) => list.change({ q })}
          />
          <FilterSelect label="Messages" name="only" list={list} all="All messages">
            <option value="waiting">Waiting</option>
            <option value="failed">Did not go out</option>
          </FilterSelect>
        </div>
        <ListBody list={list} page={page} failure={page.error ? failureOf(page.error) : ''}>
          <DataTable
            label="Messages"
            columns={columns}
            rows={page.data?.rows}
            empty="No messages found"
            sort={list.sort}
            onSort={(sort) => list.change({ sort })}
            stale={page.isPlaceholderData}
          />
        </ListBody>
        <Samples />
      </div>
    </>
  )
}

function failureOf(error: Error) {
  return sentenceOf(error, 'Failed to fetch messages')
}

const columns: Column<ListedMessage>[] = [
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
        <Link className="link" to={`/admin/industrial-attachments?open=${application._id}`}>
          {application.name}
        </Link>
      ),
  },
  {
    header: 'Message',
    cell: ({ kind }) => messageDeclarations[kind].label,
    className: 'w-48',
  },
  {
    header: 'State',
    cell: (message) => (
      <>
        <Badge tone={stateTones[message.state]}>{stateLabel(message)}</Badge>{' '}
        <span className="wrap-anywhere">{stateReason(message)}</span>
      </>
    ),
  },
  {
    header: 'Actions',
    cell: (message) => (
      <ResendButton
        message={message}
        of={`${messageDeclarations[message.kind].label}, ${message.application?.name}`}
      />
    ),
    className: 'w-32',
    card: 'nameless',
  },
]

/** Samples of all kinds of messages, for a made-up applicant. */
function Samples() {
  const { data, error, refetch } = useQuery(queryOf(['messages', 'samples'], api.messages.samples))
  return (
    <section className="pt-4">
      <h2 className="text-lg">What the messages say</h2>
      <p className="mt-1 text-sm text-muted">
        With a made-up applicant. Each goes in the language of the application.
      </p>
      {error ? (
        <LoadFailure className="mt-3" onRetry={refetch}>
          Failed to fetch the texts
        </LoadFailure>
      ) : null}
      {!data && !error ? <Skeleton className="mt-3 h-60" /> : null}
      {data ? (
        <Tabs defaultValue="en" className="mt-3 max-w-2xl">
          <TabsList aria-label="Language">
            {languages.map((language) => (
              <TabsTrigger key={language} value={language}>
                {languageNames[language]}
              </TabsTrigger>
            ))}
          </TabsList>
          {languages.map((language) => (
            <TabsContent key={language} value={language} lang={language} className="mt-3">
              {messageKinds.map((kind) => (
                <Sample
                  key={kind}
                  name={messageDeclarations[kind].label}
                  samples={data.filter((one) => one.language === language && one.kind === kind)}
                />
              ))}
            </TabsContent>
          ))}
        </Tabs>
      ) : null}
    </section>
  )
}

/** Sample of one kind of message. The decline message uses the chosen decline reason. */
function Sample({ name, samples }: { name: string; samples: MessageSample[] }) {
  const [chosen, setChosen] = useState(0)
  const sample = samples[chosen]
  if (!sample) return null
  return (
    <details className="border-b border-line py-1">
      <summary className="min-h-11 cursor-pointer content-center font-semibold" lang="en">
        {name}
      </summary>
      <div className="space-y-2 pb-3">
        {samples.length > 1 ? (
          <Select
            aria-label="Reason"
            lang="en"
            value={chosen}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {samples.map(({ reason }, index) => (
              <option key={reason} value={index}>
                {reason && declineReasons[reason]}
              </option>
            ))}
          </Select>
        ) : null}
        <EmailPreview subject={sample.subject} text={sample.text} />
      </div>
    </details>
  )
}
