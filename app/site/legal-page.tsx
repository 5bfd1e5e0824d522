import type { LegalPage as Page } from '../../content/legal.ts'
import { TextPage } from './text-page.tsx'

export function LegalPage({ page: { title, lead, contents, sections } }: { page: Page }) {
  return (
    <main id="main">
      <header className="bg-sand-200">
        <div className="wrap py-12 @5xl:py-16">
          <h1 className="text-hero">{title}</h1>
          <p className="mt-5 max-w-2xl text-lg">{lead}</p>
        </div>
        <div className="kanga-border" />
      </header>
      <TextPage sections={sections} contents={contents} />
    </main>
  )
}
