import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { LetterKind } from '../../../contract/intake/letter-kinds.ts'
import type { LetterState, VerifiedLetter } from '../../../contract/intake/letter.ts'
import { departmentIn } from '../../../contract/department.ts'
import { useLanguage, withElements } from '../../lib/language.tsx'
import { longDate } from '../../lib/public-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Fact } from '../fact.tsx'

const states: Record<
  LetterState,
  { title: PageSentence; text: PageSentence; tone: 'info' | 'danger' | 'notice' }
> = {
  valid: {
    title: 'This letter is valid',
    text: 'We issued this letter. It is valid.',
    tone: 'info',
  },
  withdrawn: {
    title: 'This letter is withdrawn',
    text: 'We issued it, but it no longer holds. Please do not accept it.',
    tone: 'danger',
  },
  replaced: {
    title: 'This letter is replaced',
    text: 'We issued it, but its details have changed since. Please ask for the new letter.',
    tone: 'notice',
  },
}

const kinds: Record<LetterKind, PageSentence> = {
  acceptance: 'Acceptance letter',
  completion: 'Certificate of completion',
}

interface Props {
  letter: VerifiedLetter
  code: string
  /** The address of the page without the code. */
  address: string
}

/** Says whether a letter is valid, and what it states. */
export function VerifiedLetterDetails({ letter, code, address }: Props) {
  const { tServer, language, locale, localPath } = useLanguage()
  const { title, text, tone } = states[letter.state]
  const { institution } = letter
  const department = departmentIn(language, letter)
  const compare = tServer(
    'Check that the letter says the same, and that the address of this page begins with {address}',
  )
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer(title)}</h1>
      <Alert tone={tone} className="mt-6 text-lg font-semibold">
        {tServer(text)}
      </Alert>
      <dl className="mt-8 space-y-4 rounded-lg border-2 border-lagoon-800 bg-white p-6 [&_dd]:font-semibold">
        <Fact name={tServer('Letter')}>{tServer(kinds[letter.kind])}</Fact>
        <Fact name={tServer('Name of the person')}>
          {letter.firstName} {letter.initial}.
        </Fact>
        {institution ? <Fact name={tServer('Institution')}>{institution}</Fact> : null}
        {department ? <Fact name={tServer('Department')}>{department}</Fact> : null}
        <Fact name={tServer('First day')}>{longDate(letter.startsOn, locale)}</Fact>
        <Fact name={tServer('Last day')}>{longDate(letter.endsOn, locale)}</Fact>
        <Fact name={tServer('Issued on')}>{longDate(letter.issuedOn, locale)}</Fact>
        <Fact name={tServer('Code')}>
          <span className="font-mono">{code}</span>
        </Fact>
      </dl>
      <p className="mt-8">
        {withElements(compare, { address: <strong className="wrap-anywhere">{address}</strong> })}
      </p>
      <LinkButton
        href={localPath('/verify')}
        name={tServer('Check another letter')}
        variant="outline"
        className="mt-8"
      />
    </>
  )
}
