import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { messagesInWords } from '../decisions/message-numbers.ts'
import type { ManyMessages } from '../table/use-table-keys.ts'

interface MessagesQuestionProps extends ManyMessages {
  onClose: () => void
}

/** Question before many messages go out at once. */
export function MessagesQuestion({ title, messages, onConfirm, onClose }: MessagesQuestionProps) {
  return (
    <ConfirmDialog
      open
      title={title}
      question={`This sends ${messagesInWords(messages)}. For a minute, Undo takes them all back.`}
      confirm="Send them"
      variant="primary"
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
      onClose={onClose}
    />
  )
}
