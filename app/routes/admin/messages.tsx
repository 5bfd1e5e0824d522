import { api } from '../../../contract/api.ts'
import { FilterSelect } from '../../admin/lists/filter-select.tsx'
import { ListTable } from '../../admin/lists/list-table.tsx'
import { SearchBox } from '../../admin/lists/search-box.tsx'
import { useListState } from '../../admin/lists/use-list-state.ts'
import { useList } from '../../admin/lists/use-list.ts'
import { messageColumns } from '../../admin/messages/message-columns.tsx'
import { ResendAll, ResendListed } from '../../admin/messages/resend.tsx'
import { SmsAccount } from '../../admin/messages/sms-account.tsx'
import { SendingAlerts } from '../../admin/messages/sending-alerts.tsx'
import { smsIn, useMessageCounts } from '../../admin/messages/use-sms-status.ts'
import { MessageTexts } from '../../admin/messages/texts/message-texts.tsx'
import { ScreenHeader } from '../../admin/screen-header.tsx'
import { StatCards } from '../../admin/stat-cards.tsx'
import { sentenceOf } from '../../api/call.ts'
import { Alert } from '../../ui/alert.tsx'

export const meta = () => [{ title: 'Messages · Back office' }]

/** List of all messages to applicants with their delivery states, and the texts of each kind. */
export default function MessagesScreen() {
  const list = useListState()
  const page = useList(
    api.messages.list,
    { ...list.filters(['only', 'transport']), q: list.q, sort: list.sort, page: list.page },
    { name: 'messages', failed: failureOf },
  )
  const counts = useMessageCounts()
  const sms = smsIn(counts.data)
  return (
    <>
      <ScreenHeader
        title="Messages"
        lead={`What applicants are told by e-mail${sms ? ' and SMS' : ''}`}
      />
      <div className="mt-4 space-y-4">
        <FilesAlert
          hasEmailFiles={counts.data?.carrier === 'file'}
          hasSmsFiles={sms?.carrier === 'file'}
        />
        <SendingAlerts counts={counts.data} />
        <StatCards
          loads={[counts]}
          stats={[
            { label: 'Waiting', value: counts.data?.waiting, to: '?only=waiting' },
            { label: 'Failed', value: counts.data?.failed, to: '?only=failed' },
          ]}
        />
        <ResendAll resendable={counts.data?.resendable} />
        <div className="flex flex-wrap gap-3">
          <SearchBox list={list} placeholder="Search by applicant..." />
          <FilterSelect label="Messages" name="only" list={list} all="All messages">
            <option value="waiting">Waiting</option>
            <option value="failed">Failed</option>
          </FilterSelect>
          {sms ? (
            <FilterSelect label="Transport" name="transport" list={list} all="E-mail and SMS">
              <option value="email">E-mail</option>
              <option value="sms">SMS</option>
            </FilterSelect>
          ) : null}
        </div>
        {list.filter('only') === 'failed' ? (
          <ResendListed ids={(page.data?.rows ?? []).map(({ _id }) => _id)} />
        ) : null}
        <ListTable
          list={list}
          page={page}
          failure={failureOf}
          label="Messages"
          columns={messageColumns(sms)}
          empty="No messages found"
        />
        {sms ? <SmsAccount list={list} sms={sms} /> : null}
        <MessageTexts list={list} sms={sms} sender={counts.data?.smsSender} />
      </div>
    </>
  )
}

interface FilesAlertProps {
  hasEmailFiles: boolean
  hasSmsFiles: boolean
}

function FilesAlert({ hasEmailFiles, hasSmsFiles }: FilesAlertProps) {
  if (!hasEmailFiles && !hasSmsFiles) return null
  return (
    <Alert>
      {hasEmailFiles
        ? 'No mail server is set up: messages are put into files on the server, and reach nobody by themselves. '
        : null}
      {hasSmsFiles ? 'No SMS gateway is set up: SMS are put into files.' : null}
    </Alert>
  )
}

function failureOf(error: Error) {
  return sentenceOf(error, 'Failed to fetch messages')
}
