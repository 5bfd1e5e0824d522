import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { SmsStatus } from '../../../contract/message/message.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import { countOf } from '../../lib/count-of.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/input.tsx'
import { useExport } from '../lists/use-export.ts'
import type { ListState } from '../lists/use-list-state.ts'
import { CopyableLink } from '../one-time-link.tsx'
import { money } from './money.ts'
import { Choices } from '../../forms/fields.tsx'

/** Months in the list of accounts, with the current one. */
const shownMonths = 24

/** The cost of SMS, the account of a month as CSV, and the addresses that the gateway calls. */
export function SmsAccount({ list, sms }: { list: ListState; sms: SmsStatus }) {
  const { currency, price, month, today, reportUrl, incomingUrl } = sms
  const [months] = useState(lastMonths)
  const chosen = list.filter('month') || (months[0] ?? '')
  const exporting = useExport(api.messages.account, () => `sms_${chosen}.csv`)
  return (
    <section className="pt-4">
      <h2 className="text-lg">SMS costs</h2>
      <Card className="mt-3 max-w-2xl space-y-4 p-4">
        <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
          <dt className="text-muted">This month</dt>
          <dd>{spentText(month, currency)}</dd>
          <dt className="text-muted">Today</dt>
          <dd>{spentText(today, currency)}</dd>
          <dt className="text-muted">Price per part</dt>
          <dd>{money(currency, price)}, for up to 160 characters</dd>
        </dl>
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label="Month"
            className="text-sm sm:max-w-56"
            value={chosen}
            onChange={({ target }) => list.change({ month: target.value, page: list.page })}
          >
            <Choices of={months} say={nameOfMonth} />
          </Select>
          <Button
            variant="outline"
            isBusy={exporting.isPending}
            onClick={() => exporting.mutate({ month: chosen })}
          >
            <DownloadIcon aria-hidden="true" /> SMS log (CSV)
          </Button>
        </div>
        {reportUrl ? (
          <CopyableLink id="sms-reports" label="Address for delivery reports" url={reportUrl}>
            Enter it at the SMS gateway. Without reports nobody knows which SMS arrived.
          </CopyableLink>
        ) : null}
        {incomingUrl ? (
          <CopyableLink id="sms-incoming" label="Address for SMS to us" url={incomingUrl}>
            Enter it at the SMS gateway. Whoever answers STOP gets e-mails from then on.
          </CopyableLink>
        ) : null}
      </Card>
    </section>
  )
}

function spentText({ parts, cost, limit }: SmsStatus['month'], currency: string) {
  const spent = `${money(currency, cost)} for ${countOf(parts, 'part')}`
  return limit === null ? `${spent}, without a limit` : `${spent}, of ${money(currency, limit)}`
}

/** The months up to now in Kenya, such as 2026-11, the current one first. */
function lastMonths() {
  const [year = 0, month = 1] = dayInKenya(Date.now()).split('-').map(Number)
  return Array.from({ length: shownMonths }, (_month, ago) =>
    new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 7),
  )
}

function nameOfMonth(month: string) {
  return new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
