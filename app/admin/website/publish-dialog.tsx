import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { isFixed, missingTranslations } from '../../../contract/content/items.ts'
import { formatDateTime } from '../../lib/staff-dates.ts'
import { request } from '../../api/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ItemTimesDialog, TimeField, timeIn, timeOf } from './item-times.tsx'
import { isToCome, stateNow } from './state-now.ts'

/** Publishes the draft of an item at once. A time at which it is hidden stays. */
export function publishNow({ collection, _id, hideAt, updatedAt }: AnyContentItem) {
  return request(api.content.publish, {
    params: { collection, _id },
    body: { hideAt: isToCome(hideAt) ? hideAt : null, updatedAt },
  })
}

/** The toast after an item has been published or scheduled. */
export function publishedSentence({ scheduled, publishAt, name }: AnyContentItem) {
  return scheduled && publishAt
    ? `${name} appears on ${formatDateTime(publishAt)}`
    : `${name} is published`
}

interface PublishDialogProps extends HideDialogProps {
  /** True if the dialog begins with the times. */
  isScheduled: boolean
  onEdit: () => void
}

/** Publishes the draft of an item, now or at a time. */
export function PublishDialog({ item, isScheduled, onEdit, onClose }: PublishDialogProps) {
  const [hasTimes, setHasTimes] = useState(isScheduled)
  const isPublic = stateNow(item) === 'published'
  return (
    <ItemTimesDialog
      item={item}
      title={`${hasTimes ? 'Schedule' : 'Publish'} ${item.name}`}
      description={
        isPublic
          ? 'Visitors see the older version until the draft is published.'
          : 'Visitors do not see it yet.'
      }
      confirm={hasTimes ? 'Schedule' : 'Publish now'}
      buttons={
        hasTimes ? null : (
          <Button variant="outline" onClick={() => setHasTimes(true)}>
            Schedule…
          </Button>
        )
      }
      send={(shown, form) => (hasTimes ? schedule(shown, form) : publishNow(shown))}
      done={publishedSentence}
      failed="Failed to publish"
      onClose={onClose}
    >
      {(errors, shown) => (
        <>
          {isTranslated(shown) ? null : <MissingKiswahili onEdit={onEdit} />}
          {hasTimes ? (
            <>
              <TimeField
                name="publishAt"
                label="Publish at"
                hint="Time in Kenya. Empty: at once."
                value={timeOf(shown.publishAt)}
                error={errors['publishAt']}
              />
              {isFixed(shown.collection) ? null : (
                <TimeField
                  name="hideAt"
                  label="Hide at"
                  hint="Time in Kenya. Empty: never."
                  value={timeOf(shown.hideAt)}
                  error={errors['hideAt']}
                />
              )}
            </>
          ) : (
            <p>
              It appears on the website at once
              {isToCome(shown.hideAt) ? `, until ${formatDateTime(shown.hideAt)}` : ''}.
            </p>
          )}
        </>
      )}
    </ItemTimesDialog>
  )
}

/** Whether every text of a draft has its Kiswahili. */
export function isTranslated(item: AnyContentItem) {
  return missingTranslations(item, item.draft).length === 0
}

function MissingKiswahili({ onEdit }: { onEdit: () => void }) {
  return (
    <Alert tone="notice">
      <p>The Kiswahili text is missing. Visitors of the Kiswahili pages read the English text.</p>
      <Button variant="outline" size="sm" className="mt-3" onClick={onEdit}>
        Write it now
      </Button>
    </Alert>
  )
}

function schedule({ collection, _id, updatedAt }: AnyContentItem, form: FormData) {
  return request(api.content.publish, {
    params: { collection, _id },
    body: { publishAt: timeIn(form, 'publishAt'), hideAt: timeIn(form, 'hideAt'), updatedAt },
  })
}

interface HideDialogProps {
  item: AnyContentItem
  onClose: () => void
}

/** Hides a public item, now or at a time. */
export function HideDialog({ item, onClose }: HideDialogProps) {
  const [isLater, setLater] = useState(false)
  return (
    <ItemTimesDialog
      item={item}
      title={`Hide ${item.name}`}
      description="Visitors do not see it any more. Its draft and versions stay."
      confirm={isLater ? 'Hide at this time' : 'Hide now'}
      send={({ collection, _id, updatedAt }, form) =>
        request(api.content.hide, {
          params: { collection, _id },
          body: { hideAt: timeIn(form, 'hideAt'), updatedAt },
        })
      }
      done={({ hideAt, name }) =>
        hideAt ? `${name} is hidden from ${formatDateTime(hideAt)}` : `${name} is hidden`
      }
      failed="Failed to hide"
      onClose={onClose}
    >
      {(errors) => (
        <TimeField
          name="hideAt"
          label="Hide at"
          hint="Time in Kenya. Empty: at once."
          value=""
          error={errors['hideAt']}
          onChange={(value) => setLater(value !== '')}
        />
      )}
    </ItemTimesDialog>
  )
}
