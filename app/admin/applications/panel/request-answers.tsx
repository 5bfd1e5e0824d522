import { useState } from 'react'

import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import { request } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogContent } from '../../../ui/dialog.tsx'
import { CancelFooter } from '../../editing/form-footer.tsx'
import { LinkDialog } from '../../one-time-link.tsx'
import { useAction } from '../../use-action.ts'
import { nameOf } from '../name-of.ts'

interface RequestAnswersProps {
  application: Application
  /** The questions without an answer. */
  labels: string[]
}

/** Asks the applicant for the required answers that are missing. */
export function RequestAnswers({ application, labels }: RequestAnswersProps) {
  const { _id, email, extraMissing } = application
  const [isAsking, setIsAsking] = useState(false)
  const count = extraMissing.length
  const asking = useAction({
    do: () => request(api.intakeQuestions.request, { params: { _id } }),
    done: ({ emailed }) =>
      emailed ? 'The e-mail with the link is on its way' : 'The link is ready to be copied',
    failed: 'Failed to make a link',
    applicantName: () => nameOf(application),
  })
  return (
    <div className="mt-2 rounded-md border border-l-8 border-mango-400 bg-white px-4 py-3 text-sm">
      <p className="font-semibold">
        {count === 1 ? 'A required answer is missing' : `${count} required answers are missing`}
      </p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {labels.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      <Button size="sm" variant="outline" className="mt-2" onClick={() => setIsAsking(true)}>
        Ask for the answers
      </Button>
      {isAsking ? (
        <Dialog open onOpenChange={() => setIsAsking(false)}>
          <DialogContent
            title={`Ask ${nameOf(application)} for the missing ${count === 1 ? 'answer' : 'answers'}?`}
            description="A link that works once leads to the questions. An earlier link stops working."
            onKeyDown={(event) => event.stopPropagation()}
          >
            <CancelFooter>
              <Button
                disabled={asking.isPending}
                onClick={() => asking.mutate(undefined, { onSettled: () => setIsAsking(false) })}
              >
                Ask for the answers
              </Button>
            </CancelFooter>
          </DialogContent>
        </Dialog>
      ) : null}
      {asking.data ? (
        <LinkDialog
          id="questions-link"
          title={`Link for ${nameOf(application)}`}
          purpose="With this link, the applicant answers what is missing."
          link={asking.data}
          emailed={`An e-mail with it is on its way to ${email}. If it does not arrive, hand over this link.`}
          onClose={asking.reset}
        />
      ) : null}
    </div>
  )
}
