import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { formatDateTime } from '../../lib/staff-dates.ts'
import { request } from '../../api/session.ts'
import { ItemTimesDialog, TimeField, timeIn, timeOf } from './item-times.tsx'
import { stateNow } from './state-now.ts'

interface PublishDialogProps {
  item: AnyContentItem
  onClose: () => void
}

/** Publishes the draft of an item, now or at a time. */
export function PublishDialog({ item, onClose }: PublishDialogProps) {
  const isPublic = stateNow(item) === 'published'
  return (
    <ItemTimesDialog
      item={item}
      title={`Publish ${item.name}`}
      description={
        isPublic
          ? 'Visitors see the older version until the draft is published.'
          : 'Visitors do not see it yet.'
      }
      confirm="Publish"
      send={({ collection, _id, updatedAt }, form) =>
        request(api.content.publish, {
          params: { collection, _id },
          body: { publishAt: timeIn(form, 'publishAt'), hideAt: timeIn(form, 'hideAt'), updatedAt },
        })
      }
      done={({ scheduled, publishAt, name }) =>
        scheduled && publishAt
          ? `${name} appears on ${formatDateTime(publishAt)}`
          : `${name} is published`
      }
      failed="Failed to publish"
      onClose={onClose}
    >
      {(errors, shown) => (
        <>
          <TimeField
            name="publishAt"
            label="Publish at"
            hint="Time in Kenya. Empty: at once."
            value={timeOf(shown.publishAt)}
            error={errors['publishAt']}
          />
          <TimeField
            name="hideAt"
            label="Hide at"
            hint="Time in Kenya. Empty: never."
            value={timeOf(shown.hideAt)}
            error={errors['hideAt']}
          />
        </>
      )}
    </ItemTimesDialog>
  )
}

/** Hides a public item, now or at a time. */
export function HideDialog({ item, onClose }: PublishDialogProps) {
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
