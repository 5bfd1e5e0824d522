import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import type { Alike } from '../../../../contract/application/same-person.ts'
import { queryOf, request } from '../../../api/session.ts'
import { countOf } from '../../../lib/count-of.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../../ui/dialog.tsx'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { downloadJson } from '../../download.ts'
import { DateOnly } from '../../date-time.tsx'
import { useExport } from '../../lists/use-export.ts'
import { LoadState } from '../../load-failure.tsx'
import { useAction } from '../../use-action.ts'
import { likenessLabels } from '../labels.ts'
import { nameOf } from '../name-of.ts'

interface PersonDialogProps {
  of: Application
  onClose: () => void
  /** Called after the erasure, before the lists are refetched. */
  onErased: (ids: string[]) => void
}

/** Exports or erases all applications of one person. */
export function PersonDialog({ of, onClose, onErased }: PersonDialogProps) {
  const query = useQuery(
    queryOf(['attachments', 'same-person', of._id], api.attachments.samePerson, {
      params: { _id: of._id },
    }),
  )
  const others = query.data
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const [asking, setAsking] = useState(false)
  // Families may share a phone number: only applications with the same e-mail are preselected.
  const isChosen = ({ application, why, state }: Alike) =>
    changed[application._id] ?? (why.includes('email') && state !== 'different')
  const isOwnChosen = changed[of._id] ?? true
  const chosen = others?.filter(isChosen).map(({ application }) => application._id) ?? []
  const ids = isOwnChosen ? [of._id, ...chosen] : chosen
  const many = countOf(ids.length, 'application')

  const choose = (_id: string, isWanted: boolean) => setChanged({ ...changed, [_id]: isWanted })

  const exporting = useAction({
    do: async () => {
      const data = await request(api.personalData.export, { query: { ids: ids.join(',') } })
      downloadJson(data, `personal_data_${of.referenceId}.json`)
    },
    done: 'Export completed successfully',
    failed: 'Failed to export data',
  })
  const documents = useExport(api.attachments.documents, () => `documents_${of.referenceId}.zip`)
  const erasing = useAction({
    do: async () => {
      const answer = await request(api.personalData.erase, { body: { ids } })
      onErased(ids)
      return answer
    },
    done: ({ message }) => message,
    failed: 'Failed to erase the person',
  })

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Personal data of ${nameOf(of)}`}
        description="The applications with the same e-mail address, phone number, or name and date of birth. Choose those that are this person's."
      >
        <DialogBody className="space-y-2">
          <LoadState query={query} failure="Failed to fetch applications" skeleton="h-24" />
          {others ? (
            <PersonChoice of={of} isChosen={isOwnChosen} onChoose={choose}>
              {of.email}, {of.phone_number}
            </PersonChoice>
          ) : null}
          {others?.map((other) => (
            <PersonChoice
              key={other.application._id}
              of={other.application}
              isChosen={isChosen(other)}
              onChoose={choose}
            >
              The same: {other.why.map((why) => likenessLabels[why]).join(', ')}
              {other.why.join() === 'phone' ? (
                <span className="block text-muted">
                  Only the phone number is the same: is it the same person?
                </span>
              ) : null}
            </PersonChoice>
          ))}
        </DialogBody>
        <DialogFooter>
          <Button
            variant="outline"
            disabled={ids.length === 0}
            isBusy={exporting.isPending}
            onClick={() => exporting.mutate(undefined)}
          >
            Export as JSON
          </Button>
          {of.documents.length > 0 || chosen.length > 0 ? (
            <Button
              variant="outline"
              disabled={ids.length === 0}
              isBusy={documents.isPending}
              onClick={() => documents.mutate({ ids: ids.join(',') })}
            >
              Documents as ZIP
            </Button>
          ) : null}
          {/* Enabled while erasing: the closing dialog cannot return the focus to a disabled
          button. */}
          <Button
            variant="danger"
            disabled={ids.length === 0}
            aria-disabled={erasing.isPending || undefined}
            onClick={() => setAsking(!erasing.isPending)}
          >
            {erasing.isPending ? 'Erasing...' : 'Erase'}
          </Button>
        </DialogFooter>
        <ConfirmDialog
          open={asking}
          title={`Erase ${many} of ${nameOf(of)}?`}
          question="All answers and documents go for good, with what they are found by and what the history says of them. The statistics go on counting them; the history keeps that somebody was erased, when and by you. Backups hold the answers and documents until they run out. This cannot be undone."
          confirm="Erase for good"
          onConfirm={() => {
            setAsking(false)
            erasing.mutate(undefined)
          }}
          onClose={() => setAsking(false)}
        />
      </DialogContent>
    </Dialog>
  )
}

interface PersonChoiceProps {
  of: Alike['application'] | Application
  isChosen: boolean
  onChoose: (_id: string, isWanted: boolean) => void
  children: ReactNode
}

function PersonChoice({ of, isChosen, onChoose, children }: PersonChoiceProps) {
  return (
    <label className="flex items-start gap-3 py-1.5">
      <Checkbox checked={isChosen} onChange={({ target }) => onChoose(of._id, target.checked)} />
      <span className="min-w-0 text-sm wrap-anywhere">
        <span dir="auto" className="font-semibold">
          {'name' in of ? of.name : nameOf(of)}
        </span>
        , {of.referenceId}, received <DateOnly of={of.createdAt} />
        <br />
        {children}
      </span>
    </label>
  )
}
