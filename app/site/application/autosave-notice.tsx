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
            'What you type and the files you choose are kept in this browser on this phone, and nowhere else, until you send them or clear them, for {days} days at most. On a phone that others use, clear them before you leave.',
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
  untouched: 'Kept on this phone as you type',
  saving: 'Saving…',
  saved: 'Saved on this phone',
  failed: 'Not saved on this phone',
} as const

/** Autosave status at the page's end. No live region, because it changes at every key press. */
export function AutosaveMark({ status: { saved } }: Props) {
  const { t } = useLanguage()
  return (
    <a
      href="#kept-notice"
      onClick={toField}
      className="fixed bottom-2 left-2 z-10 rounded-md bg-lagoon-900 px-3 py-1.5 text-sm text-white"
    >
      {t(statusTexts[saved])}
    </a>
  )
}
