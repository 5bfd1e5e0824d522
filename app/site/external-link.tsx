import type { ComponentProps } from 'react'
import { useLanguage } from '../lib/language.tsx'

/** A link to another site: in a new tab, and the other side does not learn where from. */
export function ExternalLink({ children, ...props }: ComponentProps<'a'>) {
  const { t } = useLanguage()
  return (
    <a target="_blank" rel="noopener noreferrer" {...props}>
      {children}
      <span className="sr-only">{` ${t('(opens in a new tab)')}`}</span>
    </a>
  )
}
