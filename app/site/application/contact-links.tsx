import { site } from '../../../content/site.ts'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import { useLanguage, withElements } from '../../lib/language.tsx'

/** Contact links that replace `{email}` and `{phone}` in a sentence. */
export const contactLinks = {
  email: (
    <a className="link" href={`mailto:${site.email}`}>
      {site.email}
    </a>
  ),
  phone: (
    <a className="link inline-block" href={site.phone.link}>
      {site.phone.shown}
    </a>
  ),
}

const somethingWrong: PageSentence = 'Is something wrong? Ask us: {email} or {phone}.'

/** The last line of a page: whom to ask. The sentence has `{email}` and `{phone}`. */
export function HelpLine({ sentence = somethingWrong }: { sentence?: PageSentence }) {
  const { tServer } = useLanguage()
  const help = withElements(tServer(sentence), contactLinks)
  return <p className="mt-10 border-t border-line pt-6">{help}</p>
}
