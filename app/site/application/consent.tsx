import { consentInEnglish, consentShown } from '../../../contract/application/consent-wordings.ts'
import { useLanguage } from '../../lib/language.tsx'

/** The consent that applicants give by sending. The form posts the id of the wording shown. */
export function Consent() {
  const { t, language } = useLanguage()
  const { says, more } = consentInEnglish
  return (
    <p className="mb-6">
      <input type="hidden" name="consent" value={consentShown[language]} />
      <input type="hidden" name="language" value={language} />
      {t(says)}{' '}
      <a className="link" href="/privacy" target="_blank">
        {t(more)}
      </a>
    </p>
  )
}
