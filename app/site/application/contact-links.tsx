import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import { callLink } from '../../../contract/phone-number.ts'
import { useLanguage, withElements } from '../../lib/language.tsx'
import { useContact } from '../contact.ts'

/** Contact links that replace `{email}` and `{phone}` in a sentence. */
export function useContactLinks() {
  const { email, phone } = useContact()
  return {
    email: (
      <a className="link" href={`mailto:${email}`}>
        {email}
      </a>
    ),
    phone: (
      <a className="link inline-block" href={callLink(phone)}>
        {phone}
      </a>
    ),
  }
}

const somethingWrong: PageSentence = 'Is something wrong? Ask us: {email} or {phone}.'

/** The last line of a page: whom to ask. The sentence has `{email}` and `{phone}`. */
export function HelpLine({ sentence = somethingWrong }: { sentence?: PageSentence }) {
  const { tServer } = useLanguage()
  const help = withElements(tServer(sentence), useContactLinks())
  return <p className="mt-10 border-t border-line pt-6">{help}</p>
}
