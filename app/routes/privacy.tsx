import { privacy } from '../../content/legal.ts'
import { LegalPage } from '../site/legal-page.tsx'
import { metadata } from '../site/frame/metadata.ts'

export const meta = () =>
  metadata({ title: privacy.title, description: privacy.lead, path: privacy.path })

export default function Privacy() {
  return <LegalPage page={privacy} />
}
