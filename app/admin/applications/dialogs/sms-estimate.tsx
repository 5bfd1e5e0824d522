import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { api } from '../../../../contract/api.ts'
import type { Application, SmsPreview } from '../../../../contract/application/application.ts'
import type { DeclineReason } from '../../../../contract/application/decline-reasons.ts'
import { languageNames, languages } from '../../../../contract/language/languages.ts'
import { queryOf } from '../../../api/session.ts'
import { MessagePreview } from '../../activity/message-preview.tsx'
import { Fold } from '../../fold.tsx'
import { estimate } from '../../messages/money.ts'
import { useSmsStatus } from '../../messages/use-sms-status.ts'

/** Milliseconds for which a selection rests before its SMS are counted. */
const rest = 300

interface SmsEstimateProps {
  ids: readonly string[]
  decision: { is_accepted: true } | { decline: { reason: DeclineReason; message: null } }
  /** Words before the numbers, such as 'Accepting them sends'. */
  lead: string
}

/**
 * Number, parts and cost of the SMS that a decision would send, with the text in each language. One
 * request for each selection that rests; the next change aborts it. Empty if nobody gets an SMS.
 */
export function SmsEstimate({ ids, decision, lead }: SmsEstimateProps) {
  const sms = useSmsStatus()
  const asked = JSON.stringify({ ids, decision })
  const settled = useSettled(asked, rest)
  const { data, isFetching } = useQuery({
    ...queryOf(['attachments', 'sms', settled], api.messages.preview, {
      body: JSON.parse(settled),
    }),
    enabled: sms !== undefined,
  })
  if (!sms) return null
  const isCurrent = settled === asked && !isFetching
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not have details
    <div role="status" aria-busy={!isCurrent}>
      {isCurrent && data && data.messages > 0 ? (
        <SmsTexts texts={data.texts}>
          {lead} {estimate(data, sms.currency)}.
        </SmsTexts>
      ) : null}
    </div>
  )
}

/** Whether some of these applicants would get SMS. */
export function hasSmsReaders(applications: Iterable<Application>) {
  return [...applications].some(
    ({ contact_by, smsRefused }) => contact_by !== 'email' && !smsRefused,
  )
}

interface SmsTextsProps extends Pick<SmsPreview, 'texts'> {
  children: ReactNode
}

function SmsTexts({ texts, children }: SmsTextsProps) {
  return (
    <Fold
      summary={
        <>
          {children} <span className="link whitespace-nowrap">Read them</span>
        </>
      }
    >
      <div className="grid gap-2 py-2 sm:grid-cols-2">
        {languages.map((language) => (
          <div key={language}>
            <p className="text-muted">{languageNames[language]}</p>
            <div lang={language}>
              <MessagePreview subject="" text={texts[language]} />
            </div>
          </div>
        ))}
      </div>
    </Fold>
  )
}

/** The value once it has not changed for `delay` milliseconds (debounce). */
function useSettled<Value>(value: Value, delay: number) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
