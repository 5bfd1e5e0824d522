import { ApiError } from '../../../api/call.ts'
import type { MessageTemplate } from '../../../../contract/message/template.ts'
import type { Existing } from '../../editing/use-editor.ts'

export const partLabels = { subject: 'Subject', body: 'Text of the e-mail', sms: 'SMS' }

/** A text as a record of the editor. `updatedAt` is empty if this intake has no text of its own. */
export function toRecord(text: MessageTemplate, intake: string | null): Existing {
  const { subject, body, sms, updatedAt } = text
  const isOwn = isOwnText(text, intake)
  const record = { _id: `${text.kind} ${text.language}`, subject, body, sms: sms ?? '' }
  return { ...record, updatedAt: isOwn && updatedAt ? updatedAt : '' }
}

/** Whether the text was edited here: for this intake, or for everywhere. */
export function isOwnText(text: MessageTemplate, intake: string | null) {
  return !text.isDefault && text.intake === intake
}

/** The conflict dialog compares records of the editor, so it gets the stored text as one. */
export function asConflictOfTexts(intake: string | null) {
  return (error: unknown): never => {
    if (!(error instanceof ApiError) || !error.current) throw error
    const current = toRecord(error.current as unknown as MessageTemplate, intake)
    throw new ApiError(error.status, error.message, { current: { ...current } })
  }
}
