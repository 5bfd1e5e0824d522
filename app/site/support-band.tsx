import { support } from '../../content/support.ts'
import { LinkButton } from '../ui/button.tsx'
import { Section } from './page-parts.tsx'

/** Band that asks for a donation. */
export function SupportBand() {
  const { title, text, link } = support
  return (
    <Section title={title} text={text} tone="dark">
      <LinkButton {...link} variant="accent" size="lg" className="mt-7" />
    </Section>
  )
}
