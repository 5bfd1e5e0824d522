import { useLanguage } from '../../lib/language.tsx'
import { Alert } from '../../ui/alert.tsx'

/** A submission that the server has received, and the page of its confirmation. */
export interface Receipt {
  referenceId: string
  path: string
}

/** Confirms a submission while its own page is on the way: the network may have gone. */
export function ReceiptNotice({ referenceId, path }: Receipt) {
  const { t } = useLanguage()
  return (
    <Alert id="receipt" tabIndex={-1} tone="notice">
      <h2 className="text-xl text-lagoon-900">{t('Received')}</h2>
      <p>
        {t('Reference ID')}: <b className="font-mono break-words">{referenceId}</b>
      </p>
      <a className="link min-h-11 py-2.5" href={path}>
        {t('Open the confirmation')}
      </a>
    </Alert>
  )
}
