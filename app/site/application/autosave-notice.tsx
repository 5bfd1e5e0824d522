import { toField } from '../../forms/error-summary.tsx'
import { useLanguage } from '../../lib/language.tsx'
import type { AutosaveStatus, FormAutosave } from '../../offline/form-autosave.ts'
import { retentionDays } from '../../offline/saved-applications.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Actions, NothingChanged, useAttempts } from './saved-application-cards.tsx'

interface Props {
  status: AutosaveStatus
  controller: FormAutosave
}

/** Says where the answers are stored, with a button that clears them. */
export function AutosaveNotice({ status: { saved }, controller }: Props) {
  const { t } = useLanguage()
  const { failed, attempt } = useAttempts()
  return (
    <Alert
      id="kept-notice"
      tabIndex={-1}
      tone={saved === 'failed' ? 'danger' : 'info'}
      className="mt-6"
    >
      {saved === 'failed' ? (
        <p role="alert">
          {t(
            'This browser cannot save what you type at the moment. Please send your application before you close this page.',
          )}
        </p>
      ) : (
        <p>
          {t(
            'What you type and the files you choose are kept in this browser on this device, and nowhere else, until you send them or clear them, for {days} days at most. On a device that others use, clear them before you leave.',
            { days: retentionDays },
          )}
        </p>
      )}
      <Actions>
        <Button
          variant="outline"
          onClick={() => {
            if (confirm(t('Clear all answers in this form?'))) attempt(controller.clear())
          }}
        >
          {t('Clear my answers')}
        </Button>
      </Actions>
      {failed ? <NothingChanged /> : null}
    </Alert>
  )
}

const statusTexts = {
  untouched: 'Kept on this device as you type',
  saving: 'Saving…',
  saved: 'Saved on this device',
  failed: 'Not saved on this device',
} as const

/** Autosave status below the form. No live region, because it changes at every key press. */
export function AutosaveMark({ status: { saved } }: Props) {
  const { t } = useLanguage()
  return (
    <a href="#kept-notice" onClick={toField} className="link mt-4 flex min-h-11 items-center">
      {t(statusTexts[saved])}
    </a>
  )
}
