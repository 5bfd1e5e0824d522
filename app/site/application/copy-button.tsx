import { useLanguage } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'

/** Copies the reference ID. scripts/receipt-page.ts shows the button if the browser can copy. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useLanguage()
  return (
    <Button
      variant="outline"
      className="invisible mt-4 print:hidden noscript:hidden"
      data-copy={text}
      data-copied={t('Copied')}
    >
      <span aria-live="polite">{t('Copy the reference ID')}</span>
    </Button>
  )
}
