import { useRef, useState } from 'react'

import {
  declineInput,
  longestDeclineMessage,
  type Application,
  type Decisions,
  type DeclineInput,
} from '../../../../contract/application/application.ts'
import {
  declineReasonIds,
  declineReasons,
  type DeclineReason,
} from '../../../../contract/application/decline-reasons.ts'
import { ApiError } from '../../../api/call.ts'
import { Choices, Placeholder, SelectField, TextareaField } from '../../../forms/fields.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { countOf } from '../../../lib/count-of.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogBody } from '../../../ui/dialog.tsx'
import { CancelFooter } from '../../editing/form-footer.tsx'
import { Kbd } from '../../kbd.tsx'
import { GuardedDialog } from '../../editing/edit-dialog.tsx'
import { useIsOpen } from '../../editing/use-is-open.ts'
import { useSmsStatus } from '../../messages/use-sms-status.ts'
import { areMany, messagesAbout, messagesInWords } from '../decisions/message-numbers.ts'
import { nameOf } from '../name-of.ts'
import { hasSmsReaders, SmsEstimate } from './sms-estimate.tsx'
import type { Deciding, UseDecisions } from '../decisions/use-decisions.ts'

/** The applications to decline, and a callback of the screen that opens the dialog. */
export interface Declining extends Pick<Decisions, 'ids' | 'read'>, Pick<Deciding, 'applications'> {
  onDecided?: () => void
}

/** Callbacks that open the dialogs of the screen. */
export interface OpenDialogs {
  onEdit: (application: Application) => void
  onDelete: (application: Application) => void
  onDecline: (declining: Declining) => void
  onPerson: (application: Application) => void
}

interface DeclineDialogProps {
  declining: Declining
  decisions: UseDecisions
  onClose: () => void
}

const labels = { reason: 'Reason', message: 'Message to the applicant' }

/** Asks for the decline reason and a message. Closes after the decision is stored. */
export function DeclineDialog({ declining, decisions, onClose }: DeclineDialogProps) {
  const { ids, read, applications, onDecided } = declining
  const onlyApplication = applications.length === 1 ? applications[0] : undefined
  const element = useRef<HTMLFormElement>(null)
  const edited = useRef(false)
  const isOpen = useIsOpen()
  /** True after an edit conflict was shown. The next submit overwrites the other change. */
  const hasShownConflict = useRef(false)
  const form = useForm({
    schema: declineInput,
    flags: [],
    invalid: '',
    fallback: '',
    onRefused: ({ reason }) => control(element.current, reason ? 'reason' : 'message')?.focus(),
    send: async (decline: DeclineInput) => {
      const deciding = decisions.decide.mutateAsync({
        decision: {
          ids,
          ...decisions.meant({ decline }),
          ...(!hasShownConflict.current && { read }),
        },
        applications,
        hasLongUndo,
        onDecided: () => {
          edited.current = false
          if (isOpen.current) onClose()
          onDecided?.()
        },
      })
      await deciding.catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 409) hasShownConflict.current = true
        throw error
      })
    },
  })
  const [defaults] = useState({
    reason: onlyApplication?.declined_reason ?? '',
    message: onlyApplication?.declined_message ?? '',
  })
  const [reason, setReason] = useState(onlyApplication?.declined_reason ?? null)
  const hasSms = !decisions.isQuiet && hasSmsReaders(applications)
  const isSmsOn = useSmsStatus(hasSms) !== undefined
  const messages = messagesAbout(
    applications,
    { decline: { reason: 'other', message: null } },
    isSmsOn,
  )
  const hasLongUndo = areMany(messages)
  const many = hasLongUndo
    ? ` This sends ${messagesInWords(messages)}. For a minute, Undo takes them all back.`
    : ''
  const group = { labels, optional: ['message'], defaults, errors: form.fields }
  const whom = onlyApplication
    ? `the application of ${nameOf(onlyApplication)}`
    : countOf(ids.length, 'application')

  return (
    <GuardedDialog
      edited={edited}
      discard={{
        title: 'Discard your message?',
        question: 'Nothing is declined, and what you have typed is not kept.',
        confirm: 'Discard',
      }}
      onClose={onClose}
      title={`Decline ${whom}`}
      description={
        decisions.isQuiet
          ? 'This is only planned: the applicants are told when you send the answers.'
          : `The applicant${ids.length === 1 ? '' : 's'} will be told, with the reason and your message.${many}`
      }
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        element.current?.requestSubmit()
      }}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        control(element.current, 'reason')?.focus()
      }}
    >
      <form
        {...form.props}
        ref={element}
        className="flex min-h-0 flex-1 flex-col"
        onChange={(event) => {
          edited.current = control(element.current, 'message')?.value !== defaults.message
          setReason((control(element.current, 'reason')?.value || null) as DeclineReason | null)
          form.props.onChange(event)
        }}
      >
        <DialogBody className="space-y-4">
          <SelectField {...group} name="reason">
            <Placeholder>Choose a reason</Placeholder>
            <Choices of={declineReasonIds} say={(id) => declineReasons[id]} />
          </SelectField>
          <TextareaField
            {...group}
            name="message"
            hint={`Up to ${longestDeclineMessage.toLocaleString('en')} characters.`}
          />
          {reason && hasSms ? (
            <div className="text-sm">
              <SmsEstimate
                ids={ids}
                decision={{ decline: { reason, message: null } }}
                lead="Declining sends"
              />
            </div>
          ) : null}
        </DialogBody>
        <CancelFooter>
          <Button
            type="submit"
            variant="danger"
            aria-keyshortcuts="Control+Enter"
            aria-disabled={form.sending || undefined}
          >
            {form.sending ? 'Declining...' : decisions.isQuiet ? 'Plan to decline' : 'Decline'}{' '}
            <Kbd>Ctrl Enter</Kbd>
          </Button>
        </CancelFooter>
      </form>
    </GuardedDialog>
  )
}

type Control = HTMLSelectElement | HTMLTextAreaElement

function control(form: HTMLFormElement | null, name: keyof typeof labels) {
  return form?.elements.namedItem(name) as Control | null | undefined
}
