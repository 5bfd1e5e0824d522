import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { LetterKind } from '../../../contract/intake/letter-kinds.ts'
import type { OwnApplication } from '../../../contract/application/own-application.ts'
import { useLanguage } from '../../lib/language.tsx'
import { longDay } from '../../lib/public-dates.ts'
import { Button } from '../../ui/button.tsx'
import { OwnForm, type OwnProps } from './own-form.tsx'

/** The applicant's actions in an intake: answer an open offer, and download letters. */
export function OwnPlace({ own, credentials }: OwnProps) {
  return (
    <>
      {offerStateOf(own) === 'open' ? <AnswerForm own={own} credentials={credentials} /> : null}
      {own.letters && own.letters.length > 0 ? (
        <Letters kinds={own.letters} credentials={credentials} />
      ) : null}
    </>
  )
}

/**
 * The state of the offer as the page shows it; null without one. An offer is over from its last moment,
 * also before the server has recorded it. A later decision of staff stands above the offer.
 */
export function offerStateOf({ offer, standing }: OwnApplication) {
  if (!offer) return null
  if (standing === 'accepted') {
    const isOver = offer.state === 'open' && Date.parse(offer.answerBy) < Date.now()
    return isOver ? 'lapsed' : offer.state
  }
  const isEnded = offer.state === 'declined' || offer.state === 'lapsed'
  return standing === 'closed' && isEnded ? offer.state : null
}

function AnswerForm({ own, credentials }: OwnProps) {
  const { tServer, locale } = useLanguage()
  const day = own.offer ? longDay(own.offer.answerBy, locale) : ''
  return (
    <section
      className="mt-8 rounded-lg border-2 border-lagoon-800 bg-white p-6"
      aria-labelledby="offer"
    >
      <h2 id="offer" className="text-xl">
        {tServer('Do you accept this place?')}
      </h2>
      <p className="mt-2 font-semibold">{tServer('Please answer by {day}.', { day })}</p>
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
function Letters({
  kinds,
  credentials,
}: Pick<OwnProps, 'credentials'> & { kinds: readonly LetterKind[] }) {
  const { tServer, language } = useLanguage()
  return (
    <section className="mt-10" aria-labelledby="letters">
      <h2 id="letters" className="text-xl">
        {tServer('Letters for your college')}
      </h2>
      <div className="mt-4 flex flex-wrap gap-4">
        {kinds.map((kind) => (
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
