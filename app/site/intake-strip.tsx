import { home } from '../../content/home.ts'
import type { IntakeOnPage, IntakesOnPage } from '../../contract/intake/intakes-on-page.ts'
import { nameIn } from '../../contract/language/languages.ts'
import { useLanguage } from '../lib/language.tsx'
import { LinkButton } from '../ui/button.tsx'
import { applyUntil, opensOn } from './application/intake-dates.ts'

/** Says on the home page whether students can apply now: the open intake, or the next one. */
export function IntakeStrip({ hasAny, intakes }: IntakesOnPage) {
  const { link, always, closed, apply, tell } = home.intakes
  const open = intakes.filter(({ phase }) => phase === 'open')
  const next = intakes.find(({ phase }) => phase === 'planned')
  const shown = open.length > 0 ? open : next ? [next] : []
  const isTaking = !hasAny || open.length > 0
  return (
    <section aria-label={link.name} className="bg-lagoon-900 text-white">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-5">
        <div>
          <p className="font-display text-xl font-bold text-mango-400">
            <a className="underline underline-offset-4" href={link.href}>
              {link.name}
            </a>
          </p>
          {shown.map((intake) => (
            <IntakeLine key={intake._id} intake={intake} />
          ))}
          {shown.length === 0 ? <p>{hasAny ? closed : always}</p> : null}
        </div>
        <LinkButton {...(isTaking ? apply : tell)} variant="accent" />
      </div>
    </section>
  )
}

function IntakeLine({ intake }: { intake: IntakeOnPage }) {
  const i18n = useLanguage()
  const when = intake.phase === 'open' ? applyUntil(intake, i18n) : opensOn(intake, i18n)
  return (
    <p>
      <strong>{`${nameIn(i18n.language, intake)}:`}</strong>
      {` ${when}`}
    </p>
  )
}
