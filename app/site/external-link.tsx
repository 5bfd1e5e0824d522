import type { ComponentProps } from 'react'
import { useLanguage } from '../lib/language.tsx'

/** Link to another site. It opens a new tab and sends no referrer. */
export function ExternalLink({ children, ...props }: ComponentProps<'a'>) {
  const { t } = useLanguage()
  return (
    <a target="_blank" rel="noopener noreferrer" {...props}>
      {children}
      <span className="sr-only">{` ${t('(opens in a new tab)')}`}</span>
    </a>
  )
}
