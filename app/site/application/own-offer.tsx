import type { PageSentence } from '../../../contract/kiswahili-server.ts'
import { statusPath } from '../../../contract/languages.ts'
import type { LetterKind } from '../../../contract/letter-kinds.ts'
import type { OwnApplication } from '../../../contract/own-application.ts'
import { useLanguage } from '../../lib/language.tsx'
import { longDay } from '../../lib/public-dates.ts'
import { Button } from '../../ui/button.tsx'
import { Proof } from './own-documents.tsx'

interface Props {
  own: OwnApplication
  /** Reference ID and contact as the user has typed them. */
  shown: Record<'reference' | 'contact', string>
}

/** The applicant's actions in an intake: answer an open offer, and download letters. */
export function OwnPlace({ own, shown }: Props) {
  return (
    <>
      {offerStateOf(own) === 'open' ? <AnswerForm own={own} shown={shown} /> : null}
      {own.letters && own.letters.length > 0 ? <Letters kinds={own.letters} shown={shown} /> : null}
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

function AnswerForm({ own, shown }: Props) {
  const { tServer, locale, localPath } = useLanguage()
  const day = own.offer ? longDay(own.offer.answerBy, locale) : ''
  return (
    <section
      className="mt-8 rounded-lg border-2 border-lagoon-800 bg-white p-6"
      aria-labelledby="offer"
    >
      <h2 id="offer" className="text-xl">
        {tServer('Do you take the place?')}
      </h2>
      <p className="mt-2 font-semibold">{tServer('Please answer by {day}.', { day })}</p>
      <form method="post" action={localPath(statusPath)} className="mt-4 flex flex-wrap gap-4">
        <Proof shown={shown} />
        <Button type="submit" name="step" value="confirm">
          {tServer('Yes, I take the place')}
        </Button>
        <Button type="submit" variant="outline" name="step" value="ask to decline">
          {tServer('No, I decline')}
        </Button>
      </form>
    </section>
  )
}

/** Asks once more before the place goes to somebody else. */
export function AskToDecline({ shown }: Pick<Props, 'shown'>) {
  const { tServer, localPath } = useLanguage()
  return (
    <>
      <h1 className="text-title text-lagoon-900">{tServer('Decline the place?')}</h1>
      <p className="mt-4 text-lg">
        {tServer('It then goes to somebody else at once, and this application ends.')}
      </p>
      <form method="post" action={localPath(statusPath)} className="mt-8 flex flex-wrap gap-4">
        <Proof shown={shown} />
        <Button type="submit" variant="danger" name="step" value="decline">
          {tServer('Yes, decline the place')}
        </Button>
        <Button type="submit" variant="outline">
          {tServer('No, go back')}
        </Button>
      </form>
    </>
  )
}

const letterButtons: Record<LetterKind, PageSentence> = {
  acceptance: 'Download the acceptance letter',
  completion: 'Download the certificate of completion',
}

/** Letters as PDF, in the language of the page. */
function Letters({ kinds, shown }: Pick<Props, 'shown'> & { kinds: readonly LetterKind[] }) {
  const { tServer, language } = useLanguage()
  return (
    <section className="mt-10" aria-labelledby="letters">
      <h2 id="letters" className="text-xl">
        {tServer('Letters for your college')}
      </h2>
      <div className="mt-4 flex flex-wrap gap-4">
        {kinds.map((kind) => (
          <form key={kind} method="post" action="/industrial-attachment/letter">
            <Proof shown={shown} />
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="language" value={language} />
            <Button type="submit" variant="outline">
              {`${tServer(letterButtons[kind])} (PDF)`}
            </Button>
          </form>
        ))}
      </div>
    </section>
  )
}
