import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { LetterKind } from '../../../contract/intake/letter-kinds.ts'
import { useLanguage } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { answerByInWords } from './intake-dates.ts'
import { OwnForm, type OwnProps } from './own-form.tsx'
import { offerStateOf } from './own-status-words.ts'

/** Asks for the answer to an open offer. */
export function OwnOffer({ own, credentials }: OwnProps) {
  const i18n = useLanguage()
  const { tServer } = i18n
  if (!own.offer || offerStateOf(own) !== 'open') return null
  return (
    <section
      className="mb-8 rounded-lg border-2 border-lagoon-800 bg-white p-gutter"
      aria-labelledby="offer"
    >
      <h2 id="offer" className="text-xl">
        {tServer('Do you accept this place?')}
      </h2>
      <p className="mt-2 font-semibold">{answerByInWords(own.offer.answerBy, i18n)}</p>
      <OwnForm credentials={credentials} className="mt-4 flex flex-wrap gap-4">
        <Button type="submit" name="step" value="confirm">
          {tServer('Yes, I accept')}
        </Button>
        <Button type="submit" variant="outline" name="step" value="ask to decline">
          {tServer('No, I decline')}
        </Button>
      </OwnForm>
    </section>
  )
}

const letterButtons: Record<LetterKind, PageSentence> = {
  acceptance: 'Download the acceptance letter',
  completion: 'Download the certificate of completion',
}

/** Letters as PDF, in the language of the page. */
export function OwnLetters({ own, credentials }: OwnProps) {
  const { tServer, language } = useLanguage()
  const { letters = [] } = own
  if (letters.length === 0) return null
  return (
    <section className="mt-10 print:hidden" aria-labelledby="letters">
      <h2 id="letters" className="text-xl">
        {tServer('Letters for your college')}
      </h2>
      <div className="mt-4 flex flex-wrap gap-4">
        {letters.map((kind) => (
          <OwnForm key={kind} credentials={credentials} action="/industrial-attachment/letter">
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="language" value={language} />
            <Button type="submit" variant="outline">
              {`${tServer(letterButtons[kind])} (PDF)`}
            </Button>
          </OwnForm>
        ))}
      </div>
    </section>
  )
}
