import { api } from '../../../contract/api.ts'
import type { Message } from '../../../contract/message/message.ts'
import { request } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../use-action.ts'

/** Sends a message again if it failed or may not have arrived. */
export function ResendButton({
  message,
  of,
}: {
  message: Pick<Message, '_id' | 'state' | 'delivered'>
  of: string
}) {
  const { mutate, isPending } = useAction({
    do: (_id: string) => request(api.messages.retry, { params: { _id } }),
    done: ({ message: sentence }) => sentence,
    failed: 'Failed to send the message again',
  })
  const { state, delivered } = message
  if ((state !== 'failed' && state !== 'unsure') || delivered === 'yes') return null
  return (
    <Button variant="outline" size="sm" isBusy={isPending} onClick={() => mutate(message._id)}>
      Send again <span className="sr-only">: {of}</span>
    </Button>
  )
}
