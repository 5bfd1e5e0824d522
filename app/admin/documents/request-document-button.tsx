import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { Application } from '../../../contract/application/application.ts'
import type { ApplicationDocument } from '../../../contract/document/documents.ts'
import { purposeLabels } from '../../../contract/application/staff-questions.ts'
import { request } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent } from '../../ui/dialog.tsx'
import { nameOf } from '../applications/name-of.ts'
import { CancelFooter } from '../editing/form-footer.tsx'
import { LinkDialog } from '../one-time-link.tsx'
import { useAction } from '../use-action.ts'

interface RequestDocumentProps {
  application: Application
  document: ApplicationDocument
}

/** Asks the applicant of an undecided application for a readable file. */
export function RequestDocumentButton({ application, document }: RequestDocumentProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { _id, purpose } = document
  const asking = useAction({
    do: () => request(api.documents.request, { params: { _id } }),
    done: ({ emailed }) =>
      emailed ? 'The e-mail with the link is on its way' : 'The link is ready to be copied',
    failed: 'Failed to make a link',
  })
  if (application.is_accepted || application.is_archived) return null
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setIsAsking(true)}>
        Ask for a new file <span className="sr-only">: {purposeLabels[purpose]}</span>
      </Button>
      {isAsking ? (
        <Dialog open onOpenChange={() => setIsAsking(false)}>
          <DialogContent
            title={`Ask ${nameOf(application)} for another ${purposeLabels[purpose]}?`}
            description={`We ask for a readable file in place of “${document.name}”. Until it arrives, this one stays.`}
            onKeyDown={(event) => event.stopPropagation()}
          >
            <CancelFooter>
              <Button
                disabled={asking.isPending}
                onClick={() => asking.mutate(undefined, { onSettled: () => setIsAsking(false) })}
              >
                Ask for a new file
              </Button>
            </CancelFooter>
          </DialogContent>
        </Dialog>
      ) : null}
      {asking.data ? (
        <LinkDialog
          id="document-link"
          title={`Link for ${nameOf(application)}`}
          purpose="With this link, the applicant sends another file."
          link={asking.data}
          emailed={`An e-mail with it is on its way to ${application.email}. If it does not arrive, hand over this link.`}
          onClose={asking.reset}
        />
      ) : null}
    </>
  )
}
