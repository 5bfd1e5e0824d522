import { terms } from '../../content/legal.ts'
import { LegalPage } from '../site/legal-page.tsx'
import { metadata } from '../site/frame/metadata.ts'

export const meta = () =>
  metadata({ title: terms.title, description: terms.lead, path: terms.path })

export default function Terms() {
  return <LegalPage page={terms} />
}
