import { useLanguage } from '../../lib/language.tsx'
import { Alert } from '../../ui/alert.tsx'

/** A submission that the server has received. `path` is the path of its confirmation page. */
export interface Receipt {
  referenceId: string
  path: string
}

/** Confirms a submission until its confirmation page has loaded: the network may fail first. */
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
