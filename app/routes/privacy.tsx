import { privacy } from '../../content/legal.ts'
import { LegalPage } from '../public/legal-page.tsx'
import { metadata } from '../public/frame/metadata.ts'

export const meta = () =>
  metadata({ title: privacy.title, description: privacy.lead, path: privacy.path })

export default function Privacy() {
  return <LegalPage page={privacy} />
}
