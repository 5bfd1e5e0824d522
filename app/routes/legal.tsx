import { type MetaArgs, useLocation } from 'react-router'
import { privacy, terms, withContact } from '../../content/legal.ts'
import { useContact } from '../site/contact.ts'
import { metadata } from '../site/frame/metadata.ts'
import { TextPage } from '../site/text-page.tsx'

export function meta({ location }: MetaArgs) {
  const { title, lead, path } = pageAt(location.pathname)
  return metadata({ title, description: lead, path })
}

/** The terms of service or the privacy policy. */
export default function Legal() {
  const { title, lead, contents, sections } = pageAt(useLocation().pathname)
  return (
    <main id="main">
      <header className="bg-sand-200">
        <div className="wrap py-12 @5xl:py-16">
          <h1 className="text-hero">{title}</h1>
          <p className="mt-5 max-w-2xl text-lg">{lead}</p>
        </div>
        <div className="kanga-border" />
      </header>
      <TextPage sections={withContact(sections, useContact())} contents={contents} />
    </main>
  )
}

function pageAt(path: string) {
  return path.startsWith(terms.path) ? terms : privacy
}
