import { useState } from 'react'
import { useLanguage } from '../lib/language.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button } from '../ui/button.tsx'

/** Copies the reference ID; without scripts, and in browsers that cannot, there is no such button. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useLanguage()
  const [copied, setCopied] = useState(false)
  if (!useHydrated() || !('clipboard' in navigator)) return null
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <Button
      variant="outline"
      className="mt-4 print:hidden"
      onClick={() => void copy().catch(() => {})}
    >
      <span aria-live="polite">{copied ? t('Copied') : t('Copy the reference ID')}</span>
    </Button>
  )
}
