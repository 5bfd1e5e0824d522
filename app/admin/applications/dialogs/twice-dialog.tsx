import * as z from 'zod/mini'

import type { Decisions } from '../../../../contract/application/application.ts'
import { line } from '../../../../contract/fields.ts'
import { TextField } from '../../../forms/fields.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../../../ui/dialog.tsx'
import { CancelFooter } from '../../editing/form-footer.tsx'
import { useHoldSession } from '../../hold-session.ts'
import type { UseDecisions } from '../decisions/use-decisions.ts'

/** A decision that was refused because it accepts a person twice, and the server's sentence. */
export interface Twice {
  decision: Decisions
  message: string
}

interface TwiceDialogProps {
  refused: Twice
  decide: UseDecisions['decide']
  onClose: () => void
}

const reasonInput = z.object({ reason: line('Give a reason') })

/** Asks for a reason to accept the same person twice in an intake. */
export function TwiceDialog({ refused, decide, onClose }: TwiceDialogProps) {
  useHoldSession()
  const form = useForm({
    schema: reasonInput,
    flags: [],
    invalid: '',
    fallback: '',
    onRefused: (_fields, element) => element.querySelector('input')?.focus(),
    send: async ({ reason }) => {
      const decision = { ...refused.decision, twice: true, reason }
      await decide.mutateAsync({ decision, onDecided: onClose })
    },
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Same person twice"
        description={refused.message}
        onKeyDown={(event) => event.stopPropagation()}
      >
        <form {...form.props} className="flex min-h-0 flex-1 flex-col">
          <DialogBody>
            <TextField
              labels={{ reason: 'Reason to accept anyway' }}
              optional={[]}
              defaults={{}}
              errors={form.fields}
              name="reason"
              hint="Saved in the history. Applicants do not see it."
            />
          </DialogBody>
          <CancelFooter>
            <Button type="submit" aria-disabled={form.sending || undefined}>
              {form.sending ? 'Accepting...' : 'Accept anyway'}
            </Button>
          </CancelFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
