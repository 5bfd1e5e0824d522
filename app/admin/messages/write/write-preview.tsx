import { ChevronLeftIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { languageNames } from '../../../../contract/language/languages.ts'
import type { Writing, WritingPreview } from '../../../../contract/message/write.ts'
import { countOf } from '../../../lib/count-of.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogBody, DialogFooter } from '../../../ui/dialog.tsx'
import { MessagePreviews } from '../../activity/message-preview.tsx'
import { messagesInWords } from '../../applications/decisions/message-numbers.ts'
import { estimate } from '../money.ts'
import { useSmsStatus } from '../use-sms-status.ts'

/** A message that can be sent, and what it was when it was checked. */
export interface Checked {
  body: Writing
  preview: WritingPreview
  /** The idempotency key: a repeated request tells nobody twice. */
  key: string
}

interface WritePreviewProps {
  checked: Checked
  isSending: boolean
  onBack: () => void
  onSend: () => void
}

/** Preview of a message to many: its recipients, transports, price, and filled-in texts. */
export function WritePreview({ checked, isSending, onBack, onSend }: WritePreviewProps) {
  const { people, emails, sms, parts, cost, unreachable, samples } = checked.preview
  const status = useSmsStatus(sms > 0)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const persons = countOf(people, 'person', 'people')
  return (
    <>
      <DialogBody
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the body of a dialog is a div
        role="region"
        aria-label="Preview"
        className="space-y-4"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
        tabIndex={0}
      >
        <h3 ref={heading} tabIndex={-1} className="text-base font-semibold">
          {people === 0
            ? 'Nobody in this choice can be reached.'
            : `${persons}: ${messagesInWords({ emails, sms })}`}
        </h3>
        {sms > 0 && status ? (
          <p>{estimate({ messages: sms, parts, cost }, status.currency)}.</p>
        ) : null}
        <SamePeople chosen={checked.body.ids.length} people={people + unreachable.length} />
        <Unreachable unreachable={unreachable} />
        {samples.map(({ language, people: readers, subject, text, sms: smsText }) => (
          <section key={language} aria-label={languageNames[language]} className="space-y-2">
            <h4 className="font-semibold">
              {languageNames[language]}: {countOf(readers, 'person', 'people')}. As the first of
              them reads it:
            </h4>
            <MessagePreviews {...{ language, subject, text }} sms={smsText} smsLabel="By SMS:" />
          </section>
        ))}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" onClick={onBack}>
          <ChevronLeftIcon aria-hidden="true" /> Back to the text
        </Button>
        {people > 0 ? (
          <Button aria-disabled={isSending || undefined} onClick={onSend}>
            {isSending ? 'Sending...' : `Send to ${persons}`}
          </Button>
        ) : null}
      </DialogFooter>
    </>
  )
}

function SamePeople({ chosen, people }: { chosen: number; people: number }) {
  if (chosen <= people) return null
  return (
    <p className="text-sm text-muted">
      {chosen.toLocaleString('en')} applications are of {countOf(people, 'person', 'people')}. Each
      is told once.
    </p>
  )
}

/** Names in the list of people who cannot be reached. */
const mostNames = 20

function Unreachable({ unreachable }: Pick<WritingPreview, 'unreachable'>) {
  if (unreachable.length === 0) return null
  const more = unreachable.length - mostNames
  return (
    <Alert>
      <p>{countOf(unreachable.length, 'person', 'people')} cannot be reached:</p>
      <ul className="mt-1 list-disc pl-5">
        {unreachable.slice(0, mostNames).map(({ _id, name, why }) => (
          <li key={_id} className="wrap-anywhere">
            {name}: {why}
          </li>
        ))}
      </ul>
      {more > 0 ? <p>and {more.toLocaleString('en')} more</p> : null}
    </Alert>
  )
}
